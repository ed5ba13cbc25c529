/// One TCP packet of a session: bytes of its own direction's stream, and what its sender has received of the other one.
///
/// Offsets count bytes of a stream from the first one after the SYN, which is byte 0. Where the capture does not tell the initial
/// sequence number, byte 0 is that of the first packet in the direction, and bytes before it are negative.
public struct StreamSegment: Codable, Hashable, Sendable {
    /// The session: ``Session/id``.
    public var session: Int
    /// Who sent it.
    public var direction: TraceMessage.Direction
    /// Seconds since the capture's first packet.
    public var time: Double
    /// The frame that carried it.
    public var frame: Int
    /// Where its bytes begin in the stream of its direction; without any, the byte that comes next.
    public var offset: Int64
    /// Bytes of the stream on the wire, however many were captured: none of a reset, whose content is not part of the stream
    /// (RFC 9293 §3.5.3).
    public var length: Int
    /// Whether it carries only bytes seen before, as ``SessionDirection/retransmittedPackets`` counts it.
    public var isRetransmission = false
    /// Whether it is late and fills a hole, as ``SessionDirection/outOfOrderPackets`` counts it.
    public var isOutOfOrder = false
    /// SYN: the stream begins.
    public var opens = false
    /// FIN: the stream ends after its bytes.
    public var finishes = false
    /// RST.
    public var resets = false
    /// Its sender has all bytes of the other direction before this offset: one more than there are if it has the FIN too. Nil without
    /// an acknowledgment number, and as long as nothing of the other direction was captured.
    public var acknowledged: Int64?
    /// Bytes after ``acknowledged`` for which its sender has room. Nil if it has some, but the capture lacks one of the SYNs that say
    /// by how much the number is scaled (RFC 7323 §2), and of a reset.
    public var window: Int?

    /// Made of what each one has; the rest can be set.
    public init(
        session: Int, direction: TraceMessage.Direction, time: Double, frame: Int, offset: Int64 = 0, length: Int = 0
    ) {
        (self.session, self.direction, self.time, self.frame) = (session, direction, time, frame)
        (self.offset, self.length) = (offset, length)
    }
}
