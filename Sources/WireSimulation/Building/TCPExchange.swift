import PacketDissection
import WireCoding

/// A TCP connection between two hosts, as a capture on the initiator shows it: handshake, data both ways, end.
///
/// ```swift
/// var exchange = TCPExchange(from: phone, port: 50_000, to: printer, port: 631)
/// exchange.open()
/// exchange.send(request, from: .initiator)
/// exchange.send(response, from: .responder)
/// exchange.close()
/// let file = try CaptureBuilder(exchange.packets).pcap()
/// ```
///
/// Sequence and acknowledgment numbers are right, data are cut at the maximum segment size, and the receiver
/// acknowledges every second segment (RFC 9293 §3.8.6.3). A flight has up to ten segments (RFC 6928) and fits the
/// window of 65,535 bytes; the next one begins when it is acknowledged. To lose or repeat packets, change ``packets``.
public struct TCPExchange: Sendable {
    /// What was captured so far. Those of one flight overlap in time with what acknowledges it: the order is not that
    /// of the times, by which ``CaptureBuilder`` writes them.
    public var packets: [TimedPacket] = []
    /// When the next packet passes the capture point, in nanoseconds since 1970.
    public var time: Int64
    /// From a segment of the initiator to its answer, in nanoseconds.
    public var roundTrip: Int64
    /// Both sides' longest segment, in bytes of data without TCP options.
    public let maximumSegmentSize: UInt16

    private var numbers: ConnectionNumbers
    private var identifications: [SyntheticSide: UInt16] = [:]

    /// Between two segments of one flight, in nanoseconds.
    private static let spacing: Int64 = 10_000
    /// Segments of one flight.
    private static let flightSegments = 10
    private static let window = 0xFFFF

    /// - Parameters:
    ///   - initiator: The host that connects, at which the capture is made.
    ///   - initiatorPort: Its port.
    ///   - responder: The host that listens.
    ///   - responderPort: Its port.
    ///   - maximumSegmentSize: Taken as 1 if it is 0.
    ///   - initialSequence: The initiator's; the responder's is 2³⁰ more.
    ///   - time: When the connection begins, in nanoseconds since 1970.
    ///   - roundTrip: In nanoseconds.
    public init(
        from initiator: SyntheticHost, port initiatorPort: UInt16, to responder: SyntheticHost,
        port responderPort: UInt16, maximumSegmentSize: UInt16 = 1460, initialSequence: UInt32 = 1000,
        at time: Int64 = 0, roundTrip: Int64 = 2_000_000
    ) {
        numbers = ConnectionNumbers(
            from: initiator, port: initiatorPort, to: responder, port: responderPort, initialSequence: initialSequence)
        self.maximumSegmentSize = max(1, maximumSegmentSize)
        self.time = time
        self.roundTrip = roundTrip
    }

    /// Adds the three-way handshake; both sides give their maximum segment size and permit SACK.
    public mutating func open() {
        let options: [TCPOption] = [
            .maximumSegmentSize(maximumSegmentSize), .noOperation, .noOperation, .sackPermitted,
        ]
        exchange([.syn], [.syn, .ack], options)
    }

    /// Adds FIN of both sides, and the last acknowledgment.
    public mutating func close() { exchange([.fin, .ack], [.fin, .ack], []) }

    /// Adds a reset of one side, after which nothing is expected.
    public mutating func reset(from side: SyntheticSide) { segment([.rst, .ack], from: side) }

    /// Adds a segment of the initiator, the answer, and the acknowledgment of that. The first two count as one byte
    /// each.
    private mutating func exchange(_ first: TCPFlags, _ second: TCPFlags, _ options: [TCPOption]) {
        segment(first, from: .initiator, options: options)
        numbers.skip(1, from: .initiator)
        time &+= roundTrip &- Self.spacing
        segment(second, from: .responder, options: options)
        numbers.skip(1, from: .responder)
        segment([.ack], from: .initiator)
    }

    /// Adds data of one side, cut into segments, and the acknowledgments of the other.
    public mutating func send(_ bytes: [UInt8], from side: SyntheticSide) {
        let size = Int(maximumSegmentSize)
        let flight = max(1, min(Self.flightSegments, Self.window / size))
        // What the initiator sent is acknowledged after a round trip, what it gets at once.
        let delay = side == .initiator ? roundTrip : Self.spacing / 2
        var last = time
        for (index, start) in stride(from: 0, to: bytes.count, by: size).enumerated() {
            if index > 0, index.isMultiple(of: flight) {
                // The responder's next flight begins when the acknowledgment is there, and needs as long to come back.
                time = last &+ (side == .initiator ? Self.spacing : roundTrip)
            }
            let end = min(start + size, bytes.count)
            let isLast = end == bytes.count
            let sent = time
            segment(isLast ? [.psh, .ack] : [.ack], Array(bytes[start..<end]), from: side)
            numbers.skip(end - start, from: side)
            let endsFlight = (index + 1).isMultiple(of: flight)
            if isLast || endsFlight || !index.isMultiple(of: 2) {
                last = sent &+ delay
                append([.ack], [], from: side.other, at: last)
            }
        }
        time = max(time, last &+ Self.spacing)
    }

    /// Adds any segment at the current sequence numbers, which do not move: ``skip(_:from:)`` moves them.
    ///
    /// - Parameters:
    ///   - flags: The control bits; an acknowledgment is of all that the other side has sent.
    ///   - payload: The data.
    ///   - side: The sender.
    ///   - options: At most 40 bytes.
    ///   - checksum: That of the segment.
    public mutating func segment(
        _ flags: TCPFlags, _ payload: [UInt8] = [], from side: SyntheticSide, options: [TCPOption] = [],
        checksum: PacketChecksum = .computed
    ) {
        append(flags, payload, from: side, options, checksum, at: time)
        time &+= Self.spacing
    }

    /// Moves on as if that many bytes had been sent: they are missing from the capture.
    public mutating func skip(_ count: Int, from side: SyntheticSide) { numbers.skip(count, from: side) }

    private mutating func append(
        _ flags: TCPFlags, _ payload: [UInt8], from side: SyntheticSide, _ options: [TCPOption] = [],
        _ checksum: PacketChecksum = .computed, at time: Int64
    ) {
        identifications[side, default: 0] &+= 1
        let packet = PacketBuilder.between(
            numbers[side].host, numbers[side.other].host, identification: identifications[side, default: 0]
        )
        .tcp(numbers.header(flags, from: side, options: options), checksum: checksum)
        .payload(payload)
        packets.append(TimedPacket(packet, at: time))
    }
}
