import PacketCapture
import PacketDissection
import SealedChannels
import WireCoding

/// Datagrams of a batch that are opened before their turn, on another processor: opening is half of the work on a sealed datagram, and
/// all datagrams of a connection are followed by one worker.
///
/// Nothing depends on it but time: what was not opened, or with another number or key than it turns out to have, is opened when
/// it is its turn.
struct DatagramAttempts: Sendable {
    /// A datagram in its batch.
    private struct Entry: Sendable {
        var index: Int
        var payload: Range<Int>
        var sender: Int
    }

    /// An end of a connection that can be opened.
    private struct Sender: Sendable {
        var connection: Int
        var isInitiator: Bool
        var attempts: QUICPacketAttempts
    }

    /// A datagram that was opened.
    struct Opened: Sendable {
        /// In the batch.
        let index: Int
        let connection: Int
        fileprivate let packet: QUICAttemptedPacket
    }

    private var entries: [Entry] = []
    private var senders: [Sender] = []
    /// Where the ends of connections are among the senders; -1 for one that is not opened before its turn.
    private var places: [Int: Ends<Int?>] = [:]
    /// The largest packet number of each end in the batch before, which is not followed yet.
    private var numbers: [Int: Ends<UInt64?>] = [:]

    /// Adds a datagram of a connection that can be opened.
    fileprivate mutating func add(
        _ payload: Range<Int>, index: Int, of number: Int, fromInitiator: Bool, _ connection: inout Connection
    ) {
        if places[number]?[isInitiator: fromInitiator] == nil {
            let known = numbers[number]?[isInitiator: fromInitiator]
            let attempts = connection.attempts(fromInitiator: fromInitiator, after: known)
            places[number, default: Ends(both: nil)][isInitiator: fromInitiator] = attempts == nil ? -1 : senders.count
            if let attempts {
                senders.append(Sender(connection: number, isInitiator: fromInitiator, attempts: attempts))
            }
        }
        guard let place = places[number]?[isInitiator: fromInitiator], place >= 0 else { return }
        entries.append(Entry(index: index, payload: payload, sender: place))
    }

    /// Opens the datagrams, in their order.
    ///
    /// - Returns: Those that were opened, and where to go on with the next batch.
    consuming func open(in batch: TraceBatch) -> (opened: [Opened], next: DatagramAttempts) {
        var opened: [Opened] = []
        opened.reserveCapacity(entries.count)
        for entry in entries {
            let datagram = batch.packets.bytes(entry.index).extracting(entry.payload)
            guard let packet = senders[entry.sender].attempts.open(datagram) else { continue }
            opened.append(Opened(index: entry.index, connection: senders[entry.sender].connection, packet: packet))
        }
        var next = DatagramAttempts()
        for sender in senders {
            next.numbers[sender.connection, default: Ends(both: nil)][isInitiator: sender.isInitiator] =
                sender.attempts.largestNumber
        }
        return (opened, next)
    }
}

extension ConnectionTracker {
    /// Adds a packet of the next batch to those that are opened before their turn, if it is of a connection that can be opened.
    mutating func attempt(
        _ bytes: Span<UInt8>, linkType: LinkType, interface: Int, index: Int, into attempts: inout DatagramAttempts
    ) {
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: bytes.count, into: &packet)
        guard packet.transport == .udp, !packet.isFragment, packet.payloadLength == packet.capturedPayloadLength
        else { return }
        let (key, reversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: false, interface: interface)
        // Flows on links and of other addresses are left to their turn.
        guard let number = table.number(of: key), connections.indices.contains(number), connections[number].wantsKeys
        else { return }
        attempts.add(
            packet.payloadOffset..<packet.payloadOffset + packet.capturedPayloadLength, index: index, of: number,
            fromInitiator: reversed != connections[number].initiatorIsFirst, &connections[number])
    }

    /// Takes what was opened of the connection's next packet.
    mutating func expect(_ opened: DatagramAttempts.Opened, frame: Int) {
        connections[opened.connection].expect(opened.packet, frame: frame)
    }
}

extension Connection {
    /// What opens the datagrams that an end sends later; nil where it cannot.
    fileprivate mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts? {
        guard datagramContent != nil else { return nil }
        return datagramContent!.value.attempts(fromInitiator: fromInitiator, after: known)
    }

    fileprivate mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int) {
        if datagramContent != nil { datagramContent!.value.expect(attempted, frame: frame) }
    }
}
