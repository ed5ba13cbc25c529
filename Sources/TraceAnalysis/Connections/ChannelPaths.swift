import PacketDissection
import SealedChannels
import WireCoding

/// The connections that go on from other addresses than those they began with.
struct ChannelPaths: Sendable {
    /// Names that are known at most; further ones are not.
    private static let maximumNames = 1 << 16
    /// Bytes of a name, at least: a shorter one is in many a foreign datagram.
    private static let minimumLength = 4
    /// Addresses that are known at most.
    private static let maximumPaths = 1 << 16
    /// The bytes of a datagram that a name can be in: it has 20 at most, after the first byte or after a version and a length.
    private static let openingLength = 26
    /// Openings that are kept at most.
    private static let maximumOpenings = 1 << 16

    /// Where datagrams between two ends belong.
    struct Path: Sendable {
        /// The number of the connection.
        var number: Int
        /// Whether the first end of their key is the second one of the connection's.
        var isTurned: Bool
    }

    private var owners: [[UInt8]: (number: Int, toInitiator: Bool)] = [:]
    private(set) var lengths: Set<Int> = []
    private(set) var paths: [FlowKey: Path] = [:]

    /// How the first datagrams of new flows begin, for those who share the flows with others; nil for who has them all.
    private var openings: Set<[UInt8]>?
    /// Whether a limit was reached, so that another order of packets might have given something else.
    private var isIncomplete = false

    /// Whether nothing that it would be shown could belong to a connection or be kept.
    var isIdle: Bool { owners.isEmpty && openings == nil }

    /// Keeps what ``areApart(_:)`` needs.
    mutating func shareFlows() { openings = [] }

    mutating func add(_ name: ChannelName, of number: Int) {
        guard name.bytes.count >= Self.minimumLength, owners[name.bytes] == nil else { return }
        guard owners.count < Self.maximumNames else {
            isIncomplete = true
            return
        }
        owners[name.bytes] = (number, name.toInitiator)
        lengths.insert(name.bytes.count)
    }

    mutating func add(_ path: Path, for key: FlowKey) {
        if paths.count < Self.maximumPaths { paths[key] = path } else { isIncomplete = true }
    }

    /// Takes note of the first datagram of a flow.
    mutating func noteOpening(_ payload: Span<UInt8>) {
        guard let count = openings?.count else { return }
        guard count < Self.maximumOpenings else {
            isIncomplete = true
            return
        }
        openings!.insert(payload.copied(0..<min(payload.count, Self.openingLength)))
    }

    /// Whether those who shared the flows of a capture found what one of them alone would have found: no flow of one names a connection
    /// of another, and there was room for all names.
    static func areApart(_ all: [ChannelPaths]) -> Bool {
        guard !all.contains(where: \.isIncomplete),
            all.reduce(0, { $0 + $1.owners.count }) <= maximumNames,
            all.reduce(0, { $0 + $1.paths.count }) <= maximumPaths
        else { return false }
        for (number, one) in all.enumerated() {
            for (other, others) in all.enumerated() where other != number {
                let isNamed = one.owners.keys.contains { others.owners[$0] != nil }
                let isMeant = one.openings?.contains { others.owner(of: $0.span) != nil } ?? false
                if isNamed || isMeant { return false }
            }
        }
        return true
    }

    /// The connection that a datagram names, the longest name first.
    func owner(of payload: Span<UInt8>) -> (number: Int, toInitiator: Bool)? {
        for length in lengths.sorted(by: >) {
            guard let name = NativeApplications.Datagrams.channelName(in: payload, length: length) else { continue }
            if let owner = owners[name] { return owner }
        }
        return nil
    }
}

/// An end of a connection went on from another address.
struct ConnectionMove: Sendable {
    let moment: PacketMoment
    let fromInitiator: Bool
    let from: Endpoint
    let to: Endpoint

    struct Endpoint: Equatable, Sendable {
        var address: IPAddress
        var port: UInt16
    }

    var flipped: Self { Self(moment: moment, fromInitiator: !fromInitiator, from: from, to: to) }
}

extension ConnectionTracker {
    /// Whether those who shared the flows of a capture found what one of them alone would have found.
    static func areApart(_ all: [ConnectionTracker]) -> Bool {
        let searched = all.reduce(0) { $0 + TLSConnectionOpener.maximumSearchAllowance - $1.searchAllowance }
        return searched < TLSConnectionOpener.maximumSearchAllowance && ChannelPaths.areApart(all.map(\.channels))
    }

    /// Gives a datagram from or to a new address the addresses that its connection began with.
    @inline(never)
    mutating func redirect(
        _ packet: inout DissectedPacket, payload: Span<UInt8>, interface: Int, at moment: PacketMoment
    ) {
        let (key, reversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: false, interface: interface)
        if isLast(key), channels.paths.isEmpty { return }
        guard let path = path(of: key, reversed: reversed, payload, interface: interface) else { return }
        let isFirst = reversed == path.isTurned
        let source = ConnectionMove.Endpoint(address: packet.source, port: packet.sourcePort)
        connections[path.number].noteMove(of: source, isFirst: isFirst, at: moment)
        let original = connections[path.number].key
        let (from, to) = isFirst ? (original.first, original.second) : (original.second, original.first)
        (packet.source, packet.sourcePort) = from
        (packet.destination, packet.destinationPort) = to
    }

    private mutating func path(
        of key: FlowKey, reversed: Bool, _ payload: Span<UInt8>, interface: Int
    ) -> ChannelPaths.Path? {
        if let path = channels.paths[key] { return path }
        guard !isKnown(key) else { return nil }
        channels.noteOpening(payload)
        guard let owner = channels.owner(of: payload) else { return nil }
        let connection = connections[owner.number].key
        // One end at a time moves: clients, and servers only to an address that they have announced (RFC 9000 §9). Without an end
        // in common the name is in another connection's datagram by chance.
        let known = [connection.first, connection.second] + connections[owner.number].movedEndpoints
        guard connection.interface == interface,
            known.contains(where: { $0 == key.first || $0 == key.second })
        else { return nil }
        // Who the datagram is for says which end sent it.
        let isFromFirst = connections[owner.number].initiatorIsFirst != owner.toInitiator
        let path = ChannelPaths.Path(number: owner.number, isTurned: isFromFirst == reversed)
        channels.add(path, for: key)
        return path
    }
}
