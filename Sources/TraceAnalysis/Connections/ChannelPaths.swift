import PacketDissection
import WireCoding

/// The connections that go on from other addresses than those they began with.
struct ChannelPaths: Sendable {
    /// Names that are known at most; further ones are not.
    private static let maximumNames = 1 << 16
    /// Bytes of a name, at least: a shorter one is in many a foreign datagram.
    private static let minimumLength = 4
    /// Addresses that are known at most.
    private static let maximumPaths = 1 << 16

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

    var isEmpty: Bool { owners.isEmpty }

    mutating func add(_ name: ChannelName, of number: Int) {
        guard owners.count < Self.maximumNames, name.bytes.count >= Self.minimumLength, owners[name.bytes] == nil else {
            return
        }
        owners[name.bytes] = (number, name.toInitiator)
        lengths.insert(name.bytes.count)
    }

    mutating func add(_ path: Path, for key: FlowKey) {
        if paths.count < Self.maximumPaths { paths[key] = path }
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
    /// Gives a datagram from or to a new address the addresses that its connection began with.
    @inline(never)
    mutating func redirect(
        _ packet: inout DissectedPacket, payload: Span<UInt8>, interface: Int, at moment: PacketMoment
    ) {
        let (key, reversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: false, interface: interface)
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
        guard !isKnown(key), let owner = channels.owner(of: payload) else { return nil }
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
