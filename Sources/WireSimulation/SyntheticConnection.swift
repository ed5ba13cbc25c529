import PacketDissection
import WireCoding
import WireTesting

/// A TCP connection that writes its segments into a ``SyntheticCapture``, with right sequence numbers, acknowledgments
/// and checksums.
public struct SyntheticConnection: Sendable {
    /// The sender of a segment.
    public typealias Side = SyntheticSide

    private var numbers: ConnectionNumbers

    /// - Parameters:
    ///   - initiator: The host that connects.
    ///   - initiatorPort: Its port.
    ///   - responder: The host that listens.
    ///   - responderPort: Its port.
    ///   - initialSequence: The initiator's; the responder's is 2³⁰ more.
    public init(
        from initiator: SyntheticHost, port initiatorPort: UInt16, to responder: SyntheticHost,
        port responderPort: UInt16, initialSequence: UInt32 = 1000
    ) {
        numbers = ConnectionNumbers(
            from: initiator, port: initiatorPort, to: responder, port: responderPort, initialSequence: initialSequence)
    }

    /// The three-way handshake, half a round trip between its segments.
    public mutating func open(
        at time: Int64, roundTrip: Int64 = 2_000_000, in capture: inout SyntheticCapture
    ) throws(WireError) {
        try exchange([.syn], [.syn, .ack], at: time, roundTrip: roundTrip, in: &capture)
    }

    /// A segment without data of either side, each of which counts as a byte, and the last acknowledgment.
    private mutating func exchange(
        _ first: TCPFlags, _ second: TCPFlags, at time: Int64, roundTrip: Int64, in capture: inout SyntheticCapture
    ) throws(WireError) {
        try segment(first, [], from: .initiator, at: time, in: &capture)
        skip(1, from: .initiator)
        try segment(second, [], from: .responder, at: time + roundTrip / 2, in: &capture)
        skip(1, from: .responder)
        try segment([.ack], [], from: .initiator, at: time + roundTrip, in: &capture)
    }

    /// One segment with data.
    public mutating func send(
        _ payload: [UInt8], from side: Side, at time: Int64, in capture: inout SyntheticCapture
    ) throws(WireError) {
        try segment([.psh, .ack], payload, from: side, at: time, in: &capture)
        skip(payload.count, from: side)
    }

    /// Moves on as if that many bytes had been sent: they are missing from the capture, or come later.
    public mutating func skip(_ count: Int, from side: Side) { numbers.skip(count, from: side) }

    /// An acknowledgment of everything that the other side has sent.
    public mutating func acknowledge(
        from side: Side, at time: Int64, in capture: inout SyntheticCapture
    ) throws(WireError) {
        try segment([.ack], [], from: side, at: time, in: &capture)
    }

    /// FIN from both sides, and the last acknowledgment.
    public mutating func close(
        at time: Int64, roundTrip: Int64 = 2_000_000, in capture: inout SyntheticCapture
    ) throws(WireError) {
        try exchange([.fin, .ack], [.fin, .ack], at: time, roundTrip: roundTrip, in: &capture)
    }

    /// Any segment at the current sequence numbers, which do not move.
    public func segment(
        _ flags: TCPFlags, _ payload: [UInt8], from side: Side, at time: Int64, in capture: inout SyntheticCapture
    ) throws(WireError) {
        try capture.append(
            numbers.header(flags, from: side), payload: payload, from: numbers[side].host, to: numbers[side.other].host,
            at: time)
    }
}
