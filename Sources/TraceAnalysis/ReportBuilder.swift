import DNSWire
import PacketCapture
import PacketDissection
import PeerMessaging
import SealedChannels
import ServiceDiscovery
import TraceModel
import WireCoding
import XMPPStreams

/// Joins what the trackers found into one report.
struct ReportBuilder {
    let axis: TimeAxis
    /// The worker that has absorbed all others, without its flows and services.
    private let worker: TraceWorker
    var tracker: ServiceTracker
    private let nameResolutions: [NameResolution]
    private let declarations: AppServiceDeclarations?
    /// Their sessions are numbers of the report.
    private let relays: RelayLog
    private let wirelessOptions: WirelessOptions
    /// The applications that the analysis was given.
    let guests: GuestList?
    /// The keys that the analysis was given, and those of the capture.
    private let secrets: SessionSecrets
    /// In the order of the report's sessions.
    var connections: [Connection]
    var directory = PeerDirectory()
    var serviceIndex = ServiceIndex()
    private var hearsayIndex = HearsayIndex()
    /// The index of each peer by its id.
    private var peerIndices: [String: Int] = [:]
    /// The index of the peer at each address that sent multicast DNS.
    private var namedPeers: [IPAddress: Int] = [:]
    /// The indices of the report's services, by their full names; for nodes of AWDL alone.
    private var servicesByName: [DNSName: [Int]] = [:]

    /// - Parameters:
    ///   - worker: Has absorbed all others. Its connections are taken over, not copied: they are most of what an analysis
    ///     holds.
    ///   - nameResolutions: What the file says of addresses.
    ///   - declarations: What the app that was captured declares of its services.
    ///   - wirelessOptions: What the wireless view depends on.
    init(
        _ worker: consuming TraceWorker, nameResolutions: [NameResolution] = [],
        declarations: AppServiceDeclarations? = nil, wirelessOptions: WirelessOptions = WirelessOptions()
    ) {
        connections = worker.tracker.takeConnections()
        tracker = worker.services
        worker.services = ServiceTracker()
        worker.wireless.sort()
        axis = TimeAxis(origin: worker.counter.firstTime ?? 0)
        self.nameResolutions = nameResolutions
        self.declarations = declarations
        self.wirelessOptions = wirelessOptions
        let relays = worker.tracker.relays.reduce(into: RelayLog()) { $0.append($1) }
        guests = worker.tracker.guests
        secrets = worker.tracker.secrets
        worker.tracker = ConnectionTracker()
        self.worker = worker
        let order = Self.order(of: connections)
        let unsorted = connections
        connections = order.map { unsorted[$0] }
        guard !relays.isEmpty else {
            self.relays = relays
            return
        }
        var ids = [Int](repeating: 0, count: order.count)
        for (index, unsortedIndex) in order.enumerated() { ids[unsortedIndex] = index + 1 }
        self.relays = relays.renumbered { ids[$0] }
    }

    private var followsServices: Bool { worker.depth == .messages }

    /// The order of sessions in a report, which their IDs count.
    ///
    /// Sessions that one frame begins, as an aggregate of several flows does, come in the order of their ends: what is left
    /// would be that of the workers. Those with the same ends are of one worker, which has them in order.
    ///
    /// - Returns: The indices of the connections.
    static func order(of connections: [Connection]) -> [Int] {
        // What is compared is taken out once: connections are large, and lie apart.
        let begins = connections.indices.map { index in
            (time: connections[index].start, frame: connections[index].firstFrame, index: index)
        }
        return begins.sorted { first, second in
            let (one, other) = ((first.time, first.frame), (second.time, second.frame))
            guard one == other else { return one < other }
            let keys = (connections[first.index].key, connections[second.index].key)
            return keys.0 == keys.1 ? first.index < second.index : keys.0 < keys.1
        }.map(\.index)
    }

    /// The report, by one worker.
    mutating func report(_ capture: CaptureSummary) -> TraceReport {
        var (report, naming) = outline(capture)
        report.sessions = sessions(connections.indices, report.services)
        report.protocols = protocols(report.sessions)
        addGroups(to: &report, naming)
        report.findings = FindingRules.judge(context(report, naming))
        return report
    }

    /// The same report, its sessions described and judged by several workers.
    ///
    /// - Throws: `CancellationError`.
    mutating func report(_ capture: CaptureSummary, workers: Int) async throws -> TraceReport {
        var (report, naming) = outline(capture)
        try await WorkTurn.end()
        report.sessions.reserveCapacity(connections.count)
        let (builder, services) = (self, report.services)
        let slices = OrderedSlices(ofSessions: connections.count, workers: workers)
        await slices.forEach {
            builder.sessions($0, services)
        } take: {
            report.sessions += $0
        }
        try await WorkTurn.end()
        report.protocols = protocols(report.sessions)
        addGroups(to: &report, naming)
        report.findings = try await FindingRules.judge(context(report, naming), workers: workers)
        return report
    }

    /// Which link addresses talked to each other, of those that claim a name which others claim too.
    private var conversations: HolderEvidence.Conversations {
        let senders = Set(
            tracker.services.lazy.filter { !$0.isAlone }.flatMap(\.senders).compactMap(\.linkAddress))
        var conversations = HolderEvidence.Conversations()
        for index in connections.indices {
            var links: [LinkAddress] = []
            connections[index].forEachSender { _, link, _ in
                if let link, senders.contains(link) { links.append(link) }
            }
            if links.count == 2 { conversations.note(links[0], links[1]) }
        }
        return conversations
    }

    /// All but what depends on the sessions.
    private mutating func outline(_ capture: CaptureSummary) -> (report: TraceReport, naming: NamingStory) {
        if tracker.hasSharedNames { tracker.joinHolders(HolderEvidence(conversations: conversations)) }
        tracker.finish(at: worker.counter.lastTime ?? 0)
        var capture = capture
        if followsServices {
            let untracked = tracker.untrackedRecords
            for node in worker.wireless.awdlNodes where node.isNode { tracker.join(node) }
            capture.undecoded.add(tracker.untrackedRecords - untracked, of: CaptureSummary.untrackedRecords)
        }
        let order = tracker.services.indices.sorted {
            (tracker.services[$0].firstHeard, $0) < (tracker.services[$1].firstHeard, $1)
        }
        var ids = [String](repeating: "", count: order.count)
        for (index, claim) in order.enumerated() { ids[claim] = "s\(index + 1)" }
        let addresses = addressesOfServices
        for (index, claim) in order.enumerated() {
            serviceIndex.add(
                tracker.services[claim], index: index, row: addresses.numbers[claim], addresses: addresses[claim])
        }
        capture.undecoded.add(serviceIndex.omitted, of: CaptureSummary.omittedAddresses)
        flipMidstreamConnections()
        flipAnswersToGroups()
        chooseGuests(services: order)
        let naming = NamingStory(tracker, ids: ids)
        directory = PeerDirectory(clonedPeerIDs: naming.clonedPeerIDs(connections))
        joinPeers(order, addresses)
        let services = builtServices(naming, order, addresses)
        for (index, (service, claim)) in zip(services, order).enumerated() {
            if let peer = holder(of: tracker.services[claim], at: addresses[claim]) {
                directory.add(service: service.id, to: peer)
                hearsayIndex.add(tracker.services[claim], index: index, peer: peer)
            }
        }
        nameResponders(naming)
        for claim in tracker.services { claim.senders.forEach { name($0) } }
        for host in tracker.hosts { name(host.sender) }
        tracker.senders.forEach { name($0) }
        if !worker.wireless.awdlNodes.isEmpty {
            servicesByName = Dictionary(grouping: order.indices) { tracker.services[order[$0]].name.fullName }
        }
        let report = TraceReport(
            capture: capture, peers: directory.peers, services: services, hosts: hosts(naming), queries: queries,
            sessions: [], findings: [])
        return (report, naming)
    }

    /// Notes the peer of a host that sent multicast DNS.
    private mutating func name(_ sender: ServiceSender) {
        guard namedPeers[sender.address] == nil else { return }
        namedPeers[sender.address] = directory.peerIndex(at: sender.address)
    }

    /// Relations between sessions, and the parts of the report that are not sessions.
    private mutating func addGroups(to report: inout TraceReport, _ naming: NamingStory) {
        report.wireless = WirelessBuilder(tracker: worker.wireless, options: wirelessOptions, axis: axis).report(
            peer: directory.peer(ofRadio:), services: report.services,
            servicesByName: servicesByName, declarations: declarations)
        // Every address has its peer now; what led there would be a tenth of what a flood takes.
        directory = PeerDirectory()
        SessionCompanions(connections).add(to: &report)
        peerIndices = report.peerIndices
        report.meshes = MeshBuilder(report.sessions, peerIndices: peerIndices, services: report.services).meshes()
        report.relayedMessages = relayedMessages
    }

    private func context(_ report: TraceReport, _ naming: NamingStory) -> FindingContext {
        FindingContext(
            report: report, connections: connections, counter: worker.counter, naming: naming,
            fragments: worker.fragments, checksums: worker.checksums ?? ChecksumCounter(),
            addressClaims: worker.addressClaims, addressQuestions: worker.addressQuestions, wireless: worker.wireless,
            awdlTree: AWDLTree(worker.wireless.awdlNodes.filter(\.isNode)), declarations: declarations,
            meshSessions: report.sessions.indices.filter { report.sessions[$0].application == .mesh },
            failures: FailedAttempts(report, connections, lastTime: worker.counter.lastTime ?? 0), guests: guests,
            secrets: secrets, peerIndices: peerIndices, namedPeers: namedPeers, axis: axis)
    }

    private var relayedMessages: [RelayedMessage] {
        let messages = StanzaRelays.join(relays.stanzas, axis: axis) + MeshRelays.join(relays.broadcasts, axis: axis)
        return messages.sorted { ($0.time, $0.frame) < ($1.time, $1.frame) }
    }

    private func builtServices(_ naming: NamingStory, _ order: [Int], _ addresses: ServiceAddresses) -> [Service] {
        let directory = self.directory
        let builder = ServiceBuilder(axis: axis, naming: naming) { directory.peer(at: $0) }
        // Services of one host share the texts of its addresses, which are more than all else that is said of them.
        let current = ServiceAddresses(naming.tracker.services) { naming.tracker.addresses(of: $0, current: true) }
        var texts: [[IPAddress]: [String]] = [:]
        return order.map { index in
            var service = builder.service(index)
            service.peer = holder(of: naming.tracker.services[index], at: addresses[index]).map {
                directory.peers[$0].id
            }
            let listed = current[index].isEmpty ? addresses[index] : current[index]
            if let known = texts[listed] {
                service.addresses = known
            } else {
                service.addresses = listed.sorted().map(\.description)
                texts[listed] = service.addresses
            }
            return service
        }
    }

    /// The index of the peer that holds a service. Where action frames alone tell of it, only the radio may be known.
    private func holder(of claim: ServiceClaim, at addresses: [IPAddress]) -> Int? {
        let address = addresses.first ?? claim.senders.first?.address
        if let peer = address.flatMap(directory.peerIndex(at:)) { return peer }
        return claim.isOnlyInActionFrames
            ? claim.senders.first?.linkAddress.flatMap(directory.peerIndex(at:)) : nil
    }

    private var addressesOfServices: ServiceAddresses {
        let radios = radioAddresses
        return ServiceAddresses(tracker.services) { claim in
            let addresses = tracker.addresses(of: claim)
            guard addresses.isEmpty, claim.lastActionFrame != nil else { return addresses }
            return claim.senders.map(\.address).filter(radios.contains)
        }
    }

    /// Addresses of nodes of AWDL that services named, as far as packets came from or went to them.
    private var radioAddresses: Set<IPAddress> {
        let holders = Set(tracker.services.lazy.filter { $0.lastActionFrame != nil }.flatMap(\.senders).map(\.address))
        guard !holders.isEmpty else { return [] }
        return Set(connections.lazy.flatMap { [$0.initiatorEndpoint.address, $0.responderEndpoint.address] })
            .intersection(holders)
    }

    private func hosts(_ naming: NamingStory) -> [HostName] {
        let directory = self.directory
        return HostBuilder(axis: axis, naming: naming) { directory.peer(at: $0) }.hosts()
    }

    /// Facts from mDNS messages about the peers that sent them: whose code they run, and which host names they gave up.
    private mutating func nameResponders(_ naming: NamingStory) {
        for sender in naming.tracker.senders {
            let families = naming.tracker.families(of: sender)
            guard !families.isEmpty, let peer = directory.peerIndex(at: sender.address) else { continue }
            for family in families { directory.add(responder: family.rawValue, to: peer) }
        }
        // Each interface of a host shows it.
        var added: Set<HostRename> = []
        for link in naming.hostLinks.links {
            let (old, new) = (naming.tracker.hosts[link.from], naming.tracker.hosts[link.to])
            guard let peer = directory.peerIndex(at: new.sender.address),
                added.insert(HostRename(peer: peer, from: old.name, to: new.name)).inserted
            else { continue }
            let moment = new.firstSeen
            directory.add(
                Peer.HostRename(
                    time: axis.seconds(moment.time), frame: moment.frame, from: old.name.presentation,
                    to: new.name.presentation,
                    style: RenameStyle.key(link.family, isByKnownRule: link.isByKnownRule)), to: peer)
        }
    }

    private struct HostRename: Hashable {
        var peer: Int
        var from: DNSName
        var to: DNSName
    }

    private var queries: [Query] {
        tracker.questions.askers.map { asker in
            Query(
                name: asker.name.presentation, type: asker.type.description,
                peer: directory.peer(at: asker.sender.address), address: asker.sender.address.description,
                first: axis.seconds(asker.first.time), firstFrame: asker.first.frame,
                last: axis.seconds(asker.last.time), count: asker.count,
                intervals: asker.intervals.map(axis.duration), unicastResponses: asker.unicastResponses,
                legacy: asker.legacy, truncated: asker.truncated, knownAnswers: asker.knownAnswers,
                answerDelay: asker.answerDelays.distribution)
        }.sorted { ($0.first, $0.firstFrame) < ($1.first, $1.firstFrame) }
    }

    /// - Parameters:
    ///   - indices: The indices of their connections.
    ///   - services: The report's.
    private func sessions(_ indices: Range<Int>, _ services: [Service]) -> [Session] {
        let interfaceNames = worker.namedInterfaces.names
        let builder = SessionBuilder(axis: axis, lastTime: worker.counter.lastTime ?? 0)
        var kinds = SessionKinds()
        // What a closure keeps for each session; the builder itself would be copied.
        let directory = directory
        return indices.map { index in
            var connection = connections[index]
            // Each side is asked for dozens of times; one of a flow that only opened would be made anew each time.
            connection.unfold()
            let responder = connection.responderEndpoint
            let service = serviceIndex.service(
                at: responder.address, port: responder.port, isTCP: connection.isTCP, before: connection.start)
            let hearsay =
                service != nil || hearsayIndex.isEmpty
                ? nil
                : directory.peerIndex(at: responder.address).flatMap {
                    hearsayIndex.service(ofPeer: $0, port: responder.port, isTCP: connection.isTCP)
                }
            let named = connection.key.namedInterface
            var session = builder.session(
                connection, id: index + 1, service: (service ?? hearsay).flatMap { services[$0] },
                interfaceName: named > 0 && named <= interfaceNames.count ? interfaceNames[named - 1] : nil
            ) { directory.peer(at: $0) }
            kinds.share(&session)
            return session
        }
    }

    /// Senders by link address, with the addresses that they sent from and those that ARP and neighbor discovery claim.
    private func linkUsers() -> [LinkUser] {
        var users: [LinkAddress: LinkUser] = [:]
        var order: [LinkAddress] = []
        func add(_ address: IPAddress, at link: LinkAddress, _ kind: Peer.EvidenceKind, _ moment: PacketMoment) {
            if users[link] == nil { order.append(link) }
            users[link, default: LinkUser(link: link)].add(address, kind, at: moment)
        }
        for index in connections.indices {
            connections[index].forEachSender { address, link, moment in
                if let link { add(address, at: link, .linkAddress, moment) }
            }
        }
        // Only of hosts that did something else as well: an answer to ARP alone makes no peer.
        for entry in worker.neighbors.entries where directory.knows(entry.binding.address) {
            add(
                entry.binding.address, at: entry.binding.linkAddress,
                entry.binding.address.isIPv6 ? .neighborDiscovery : .addressResolution, entry.moment)
        }
        return order.compactMap { users[$0] }
    }

    /// - Parameter order: The indices of the claims of services, in the order of the report.
    private mutating func joinPeers(_ order: [Int], _ addresses: ServiceAddresses) {
        for index in connections.indices {
            connections[index].forEachSender { address, _, moment in directory.see(address, at: moment) }
        }
        for user in linkUsers() { directory.join(user) }
        for host in tracker.hosts { directory.add(host) }
        for index in order {
            let claim = tracker.services[index]
            directory.add(claim, addresses: addresses[index])
            directory.joinInterfaces(of: claim, hosts: tracker.hosts(of: claim))
        }
        for node in worker.wireless.awdlNodes where followsServices && node.isNode {
            if let host = node.hostDomainName { directory.add(hostName: host, of: node.address, moment: node.first) }
        }
        for index in connections.indices { nameEnds(of: connections[index]) }
        for resolution in nameResolutions { directory.add(resolution) }
        directory.finish(axis)
    }

    /// The identities of a session's ends, by its messages.
    private mutating func nameEnds(of connection: Connection) {
        guard connection.guest == nil else { return nameSenders(of: connection) }
        let application = ApplicationEvidence(of: connection).application
        add(NativeApplications.identities(in: connection, as: application) ?? [], of: connection)
    }

    /// Without a SYN or its answer the first packet seen may be the responder's. A service at one of the ports decides;
    /// failing that, the port below the ephemeral ones.
    private mutating func flipMidstreamConnections() {
        for index in connections.indices where connections[index].midstream {
            let connection = connections[index]
            guard connection.synAckCount == 0, connection.initialSequence == nil else { continue }
            let (initiator, responder) = (connection.initiatorEndpoint, connection.responderEndpoint)
            let initiatorOffers = offersService(initiator, before: connection.end)
            if initiatorOffers != offersService(responder, before: connection.end) {
                if initiatorOffers { connections[index].flip() }
            } else if Self.isEphemeral(responder.port), !Self.isEphemeral(initiator.port) {
                connections[index].flip()
            }
        }
    }

    /// Who asked a group begins what its answers are the first packets of.
    private mutating func flipAnswersToGroups() {
        let questions = GroupQuestions(connections)
        for index in connections.indices where questions.areAnswered(by: connections[index]) {
            connections[index].flip()
        }
    }

    private func offersService(_ end: (address: IPAddress, port: UInt16), before time: Int64) -> Bool {
        serviceIndex.service(at: end.address, port: end.port, isTCP: true, before: time) != nil
    }

    /// Linux gives out 32768 and up, Darwin and IANA 49152 and up (RFC 6335 §6).
    private static func isEphemeral(_ port: UInt16) -> Bool { port >= 32768 }
}
