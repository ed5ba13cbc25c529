import PacketDissection

/// What is known of one side's stream so far.
extension ConnectionSide {
    /// The sequence number of the first byte seen, or of the first packet.
    var firstSequence: UInt32? { base.map { $0 &+ UInt32(truncatingIfNeeded: coverage.start) } }

    /// The sequence number of the first byte of the stream; nil without a SYN.
    var openingSequence: UInt32? { hasSYN ? base.map { $0 &+ UInt32(bitPattern: origin) } : nil }

    /// Whether a packet of this side, which is no reset, has more than the ones before.
    func isNews(_ tcp: TCPFields, length: Int) -> Bool {
        if tcp.flags.contains(.syn) { return !hasSYN }
        if tcp.flags.contains(.fin) { return finish == nil }
        if length > 0, offset(of: tcp.sequenceNumber).map({ $0 + Int64(length) > coverage.end }) ?? true { return true }
        guard tcp.flags.contains(.ack) else { return false }
        return lastAcknowledgment.map { Int32(bitPattern: tcp.acknowledgmentNumber &- $0) > 0 } ?? true
    }

    /// Whether any of the stream's bytes were read.
    var hasContent: Bool { content != nil }

    /// The decoder of a stream of which nothing was read.
    private static let noDecoder = StreamDecoder()

    /// The decoder of the stream's bytes.
    var decoder: StreamDecoder {
        _read { if content == nil { yield Self.noDecoder } else { yield content!.value.decoder } }
    }

    /// Bytes of the stream that applications read, each once, and when the last of them came.
    var applicationBytes: (count: Int64, last: Int64) {
        guard let content = content?.value, content.isOpened else { return (coverage.total, lastData) }
        return (content.opened.bytes, content.opened.last)
    }

    /// The first packet, in stream order, that comes after missing bytes that did not arrive in time.
    var firstHole: PacketMoment? { content?.value.firstHole ?? holeAtFinish }

    /// Bytes sent that the other side has not acknowledged.
    var hasUnacknowledgedBytes: Bool { coverage.end > acknowledged }

    /// Whether its FIN was there for who sent an acknowledgment number.
    func isFinish(acknowledgedBy number: UInt32?) -> Bool {
        guard let finish, let offset = number.flatMap({ offset(of: $0) }) else { return false }
        return offset > finish
    }

    /// The FIN and everything before it was acknowledged: nothing new can come.
    var isFinished: Bool { finish.map { acknowledged > $0 } ?? false }

    /// Bytes at the end of the stream that were sent, as the sequence numbers of later packets say, and that were not captured.
    var unseenBytes: Int {
        // A FIN has a number of its own.
        guard finish == nil, hasSYN, saidEnd > coverage.end else { return 0 }
        return Int(saidEnd &- coverage.end)
    }

    /// Whether the other side acknowledged nothing that was not seen.
    var hasSeenAcknowledged: Bool { acknowledged <= coverage.end }

    /// Holes in the stream up to its FIN.
    var missingBytes: Int {
        guard base != nil else { return 0 }
        let origin = hasSYN ? Int64(origin) : coverage.start
        return Int(coverage.missing(from: origin, finish: finish))
    }
}
