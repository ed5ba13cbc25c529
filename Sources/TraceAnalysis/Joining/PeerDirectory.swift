import DNSWire
import PacketCapture
import ServiceDiscovery
import TraceModel
import WireCoding

/// Unites the identities that belong to one device, by evidence alone.
///
/// Identities are nodes of a graph and evidence its edges; a peer is a connected part. What a device is called does not
/// join it with another of the same name: host names count only together with the sender that claims them.
struct PeerDirectory {
    /// Something that identifies a device.
    private enum Identity: Hashable {
        case address(IPAddress)
        case link(LinkAddress)
        /// Stored separately: a capture may have a million of the others.
        indirect case host(DNSName, ServiceSender)
        case peerID(String)
    }

    private struct Node {
        var identity: Identity
        var firstSeen: PacketMoment
        var parentNumber: Int32

        var parent: Int {
            get { Int(parentNumber) }
            set { parentNumber = Int32(newValue) }
        }
    }

    /// None any more once ``finish(_:)`` has run.
    private var nodes: [Node] = []
    /// The index of each node's peer, from ``finish(_:)`` on.
    private var peerIndices: [Int32] = []
    private var index: [Identity: Int32] = [:]
    private var displayNames: [(node: Int, name: String)] = []
    private var fileNames: [(node: Int, name: String)] = []
    /// Peer IDs that several hosts have, which join nothing.
    private let clonedPeerIDs: Set<String>
    private var sharedPeerIDs: [(node: Int, peerID: String)] = []
    private var evidence: [(node: Int, kind: Peer.EvidenceKind, moment: PacketMoment)] = []
    private(set) var peers: [Peer] = []

    /// - Parameter clonedPeerIDs: The peer IDs that are known to be those of several hosts.
    init(clonedPeerIDs: Set<String> = []) { self.clonedPeerIDs = clonedPeerIDs }

    // MARK: - Evidence

    /// An address that sent packets.
    mutating func see(_ address: IPAddress, at moment: PacketMoment) {
        guard Self.isHost(address) else { return }
        _ = node(.address(address), at: moment)
    }

    /// Whether an address has been seen.
    func knows(_ address: IPAddress) -> Bool { index[.address(address)] != nil }

    /// Addresses that were met with one link address.
    mutating func join(_ user: LinkUser) {
        let uses = user.ofOneInterface.filter { Self.isHost($0.address) }
        guard let first = uses.first else { return }
        for use in uses {
            join(.address(use.address), .link(user.link), because: use.kind, at: max(use.moment, first.moment))
        }
    }

    /// The capture file's own name for an address.
    mutating func add(_ resolution: NameResolution) {
        let identity: Identity
        switch resolution.address {
        case .ip(let address): identity = .address(address)
        case .link(let link): identity = .link(link)
        case .eui64: return
        }
        guard let node = index[identity].map(Int.init) else { return }
        for name in resolution.names { fileNames.append((node, name)) }
    }

    /// A host name with the addresses announced for it by one sender.
    mutating func add(_ host: HostClaim) {
        guard let moment = host.firstAnnouncement else { return }
        let name = Identity.host(host.name, host.sender)
        for address in host.addresses where Self.isHost(address) {
            join(.address(address), name, because: .hostAddress, at: moment)
        }
        // A reflector announces other hosts' addresses: its own link address belongs to it only.
        if let link = host.sender.linkAddress, host.addresses.contains(host.sender.address) {
            join(.link(link), name, because: .hostAddress, at: moment)
        }
    }

    /// A service with its holder's addresses and TXT record.
    mutating func add(_ service: ServiceClaim, addresses: [IPAddress]) {
        guard let identity = Self.holder(of: service, addresses: addresses) else { return }
        let moment = service.firstHeard
        let holder = node(identity, at: moment)
        if let peerID = service.text?.value(forKey: "peerID"), !peerID.isEmpty {
            add(String(decoding: peerID, as: UTF8.self), of: identity, because: .textPeerID, at: moment)
        }
        for key in ["displayName", "deviceName"] {
            guard let name = service.text?.value(forKey: key), !name.isEmpty else { continue }
            displayNames.append((holder, String(decoding: name, as: UTF8.self)))
            evidence.append((holder, .textDisplayName, moment))
        }
    }

    /// For a node that named a service only in action frames nothing but the radio is known.
    private static func holder(of service: ServiceClaim, addresses: [IPAddress]) -> Identity? {
        if let address = addresses.first(where: isHost) { return .address(address) }
        guard let sender = service.senders.first else { return nil }
        if service.isOnlyInActionFrames, let link = sender.linkAddress { return .link(link) }
        return isHost(sender.address) ? .address(sender.address) : nil
    }

    /// Senders that announced the same service on the same port of the same host, each with a separate address: the
    /// interfaces of one device. Two devices would have met as rivals for the host name while they probed for it.
    ///
    /// - Parameter hosts: The claims to the service's host name by those who claim the service.
    mutating func joinInterfaces(of service: ServiceClaim, hosts: [HostClaim]) {
        guard let moment = service.firstAnnouncement else { return }
        let interfaces = hosts.filter { $0.firstAnnouncement != nil && $0.addresses.contains($0.sender.address) }
        guard let first = interfaces.first else { return }
        for other in interfaces.dropFirst() {
            join(
                .host(other.name, other.sender), .host(first.name, first.sender), because: .serviceLocation,
                at: max(moment, other.firstAnnouncement ?? moment))
        }
    }

    /// The host name that an AWDL node announces in its action frames, if the node is known.
    mutating func add(hostName: DNSName, of link: LinkAddress, moment: PacketMoment) {
        let sender = ServiceSender(linkAddress: link, address: link.linkLocalAddress)
        // If one radio sent from many addresses, only its own one is certain.
        let known: [Identity] = [.link(link), .address(sender.address)]
        guard let node = known.first(where: { index[$0] != nil }) else { return }
        join(.host(hostName, sender), node, because: .actionFrame, at: moment)
    }

    /// A peer ID joins all who have it, unless it was cloned.
    private mutating func add(
        _ peerID: String, of identity: Identity, because kind: Peer.EvidenceKind, at moment: PacketMoment
    ) {
        guard clonedPeerIDs.contains(peerID) else {
            join(.peerID(peerID), identity, because: kind, at: moment)
            return
        }
        let node = node(identity, at: moment)
        sharedPeerIDs.append((node, peerID))
        evidence.append((node, kind, moment))
    }

    /// The messages of a session say who one of its ends is.
    mutating func add(_ identity: EndIdentity, at address: IPAddress) {
        guard Self.isHost(address) else { return }
        if let peerID = identity.peerID {
            add(peerID, of: .address(address), because: identity.evidence, at: identity.moment)
        }
        guard let name = identity.displayName, !name.isEmpty else { return }
        displayNames.append((node(.address(address), at: identity.moment), name))
    }

    /// One end of a session named itself in its messages.
    mutating func add(sender: String, at address: IPAddress, moment: PacketMoment) {
        guard Self.isHost(address), !sender.isEmpty else { return }
        add(sender, of: .address(address), because: .messageSender, at: moment)
    }

    private static func isHost(_ address: IPAddress) -> Bool {
        !address.isMulticast && !address.isBroadcast && !address.isUnspecified
    }

    // MARK: - Joining

    private mutating func node(_ identity: Identity, at moment: PacketMoment) -> Int {
        if let found = index[identity].map(Int.init) {
            nodes[found].firstSeen = min(nodes[found].firstSeen, moment)
            return found
        }
        index[identity] = Int32(nodes.count)
        nodes.append(Node(identity: identity, firstSeen: moment, parentNumber: Int32(nodes.count)))
        return nodes.count - 1
    }

    private func root(of node: Int) -> Int {
        var node = node
        while nodes[node].parent != node { node = nodes[node].parent }
        return node
    }

    /// Finds the root and halves the path to it, so that no order of joining makes long paths.
    private mutating func rootHalvingPath(of node: Int) -> Int {
        var node = node
        while nodes[node].parent != node {
            nodes[node].parent = nodes[nodes[node].parent].parent
            node = nodes[node].parent
        }
        return node
    }

    private mutating func join(
        _ first: Identity, _ second: Identity, because kind: Peer.EvidenceKind, at moment: PacketMoment
    ) {
        let (a, b) = (node(first, at: moment), node(second, at: moment))
        evidence.append((a, kind, moment))
        let (rootA, rootB) = (rootHalvingPath(of: a), rootHalvingPath(of: b))
        // The older node is the root, whatever the order of the evidence.
        nodes[max(rootA, rootB)].parent = min(rootA, rootB)
    }

    // MARK: - Peers

    /// Numbers the peers in the order in which they were first seen.
    mutating func finish(_ axis: TimeAxis) {
        // Parents are older than their children, so that one pass in order leads every node straight to its root.
        for node in nodes.indices { nodes[node].parent = nodes[nodes[node].parent].parent }
        // The nodes of one part in a row, parts in the order in which they were first seen: no array for each part, of
        // which a flood makes a million.
        var firstSeen = nodes.map(\.firstSeen)
        for node in nodes.indices {
            firstSeen[nodes[node].parent] = min(firstSeen[nodes[node].parent], firstSeen[node])
        }
        let ordered = nodes.indices.sorted { first, second in
            let (one, other) = (nodes[first].parent, nodes[second].parent)
            return one == other ? first < second : (firstSeen[one], one) < (firstSeen[other], other)
        }
        var names: [Int: DistinctTexts] = [:]
        for (node, name) in displayNames { names[root(of: node), default: DistinctTexts()].append(name) }
        var fileNames: [Int: DistinctTexts] = [:]
        for (node, name) in self.fileNames { fileNames[root(of: node), default: DistinctTexts()].append(name) }
        var peerIDs: [Int: DistinctTexts] = [:]
        for (node, peerID) in sharedPeerIDs { peerIDs[root(of: node), default: DistinctTexts()].append(peerID) }
        var reasons: [Int: [(kind: Peer.EvidenceKind, moment: PacketMoment)]] = [:]
        for (node, kind, moment) in evidence { reasons[root(of: node), default: []].append((kind, moment)) }
        peerIndices = [Int32](repeating: 0, count: nodes.count)
        var start = 0
        while start < ordered.count {
            let root = nodes[ordered[start]].parent
            let end = ordered[start...].firstIndex { nodes[$0].parent != root } ?? ordered.count
            let members = ordered[start..<end]
            start = end
            var peer = Peer(id: "p\(peers.count + 1)", label: "")
            var hostnames = DistinctTexts()
            var addresses: [IPAddress] = []
            for member in members {
                switch nodes[member].identity {
                case .address(let address): addresses.append(address)
                case .link(let link): peer.linkAddresses.append(link.description)
                case .host(let name, _): hostnames.append(name.presentation)
                case .peerID(let text): peer.peerIDs.append(text)
                }
            }
            peer.peerIDs += peerIDs[root]?.all ?? []
            peer.hostnames = hostnames.all
            peer.addresses = addresses.sorted().map(\.description)
            peer.displayNames = names[root]?.all ?? []
            peer.resolvedNames = fileNames[root]?.all ?? []
            peer.label = Self.label(of: peer)
            peer.evidence = Self.evidence(reasons[root] ?? [], axis)
            for member in members { peerIndices[member] = Int32(peers.count) }
            peers.append(peer)
        }
        // Beside the sessions, which come next, they would be a tenth of what a flood takes.
        nodes = []
    }

    /// The display label of the device.
    private static func label(of peer: Peer) -> String {
        if let name = peer.displayNames.first { return name }
        if let host = peer.hostnames.first { return host.hasSuffix(".local.") ? String(host.dropLast(7)) : host }
        return peer.resolvedNames.first ?? peer.peerIDs.first ?? peer.addresses.first ?? peer.linkAddresses.first ?? "?"
    }

    /// The first evidence of each kind.
    private static func evidence(
        _ reasons: [(kind: Peer.EvidenceKind, moment: PacketMoment)], _ axis: TimeAxis
    ) -> [Peer.Evidence] {
        Dictionary(reasons.map { ($0.kind, $0.moment) }, uniquingKeysWith: min).sorted {
            ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
        }
        .map { Peer.Evidence(kind: $0.key, time: axis.seconds($0.value.time), frame: $0.value.frame) }
    }

    /// The index of the peer with that address.
    func peerIndex(at address: IPAddress) -> Int? { peerIndex(of: .address(address)) }

    /// The index of the peer with that link address.
    func peerIndex(at address: LinkAddress) -> Int? { peerIndex(of: .link(address)) }

    /// The id of the peer with that address.
    func peer(at address: IPAddress) -> String? { peerIndex(at: address).map { peers[$0].id } }

    /// The id of the peer with a radio's address, or with the link-local address that is derived from it (RFC 4291, appendix A).
    func peer(ofRadio address: LinkAddress) -> String? {
        peerIndex(at: address).map { peers[$0].id } ?? peer(at: address.linkLocalAddress)
    }

    private func peerIndex(of identity: Identity) -> Int? {
        guard let node = index[identity].map(Int.init) else { return nil }
        let found = Int(peerIndices[node])
        return peers.indices.contains(found) ? found : nil
    }

    /// Notes whose mDNS code a peer runs.
    mutating func add(responder: String, to peer: Int) {
        if !peers[peer].responders.contains(responder) { peers[peer].responders.append(responder) }
    }

    /// Records that a peer gave up a host name.
    mutating func add(_ rename: Peer.HostRename, to peer: Int) { peers[peer].hostRenames.append(rename) }

    /// Notes that a peer holds a service.
    mutating func add(service id: String, to peer: Int) { peers[peer].serviceIDs.append(id) }
}

/// Texts in the order in which they came, each once, however many there are.
private struct DistinctTexts {
    private(set) var all: [String] = []
    private var known: Set<String> = []

    mutating func append(_ text: String) {
        if known.insert(text).inserted { all.append(text) }
    }
}

/// The IP addresses that were met with one link address.
struct LinkUser {
    struct Use {
        let address: IPAddress
        let kind: Peer.EvidenceKind
        let moment: PacketMoment
    }

    /// Six are enough to show that a router is behind the link address.
    private static let maximumUses = 6

    let link: LinkAddress
    private(set) var uses: [Use] = []

    mutating func add(_ address: IPAddress, _ kind: Peer.EvidenceKind, at moment: PacketMoment) {
        guard uses.count < Self.maximumUses,
            !uses.contains(where: { $0.address == address && ($0.kind == kind || kind == .linkAddress) })
        else { return }
        uses.append(Use(address: address, kind: kind, moment: moment))
    }

    /// The uses that can be those of one interface, and not of all the hosts behind a router: at most one address of
    /// IPv4 and one link-local of IPv6. If not all of them can, the addresses it sent from count, and failing that the
    /// addresses it announced: a router sends from all hosts' addresses, but answers for its own.
    var ofOneInterface: [Use] {
        let candidates = [
            uses, uses.filter { $0.kind == .linkAddress }, uses.filter { $0.kind != .linkAddress },
        ]
        return candidates.first(where: Self.isOneInterface) ?? []
    }

    private static func isOneInterface(_ uses: [Use]) -> Bool {
        let addresses = Set(uses.map(\.address))
        return addresses.count(where: { !$0.isIPv6 }) <= 1
            && addresses.count(where: { $0.isIPv6 && $0.isLinkLocal }) <= 1 && addresses.count <= 4
    }
}
