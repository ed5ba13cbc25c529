/// A piece of a session's bytes, in the words of `nearscope follow`: what one packet added to the stream of its direction, a
/// datagram, or a gap.
public struct StreamChunk: Hashable, Sendable {
    /// The session: ``Session/id``.
    public var session: Int
    /// When its packet was captured; of a gap, the first packet after it.
    public var time: Double
    /// The frame of its first byte.
    public var frame: Int
    /// Who sent it.
    public var direction: TraceMessage.Direction
    /// Bytes of the direction before it, those included that were not captured; of one of several streams, bytes of that stream,
    /// and of a datagram, bytes of datagrams.
    public var offset: Int
    /// The stream of an opened QUIC connection that it is of; nil for others.
    public var stream: Int?
    /// Whether it is a datagram, or a part of one: of UDP, of an opened DTLS session, or a DATAGRAM frame of QUIC.
    public var isDatagram: Bool
    /// What there is of it.
    public var content: Content

    /// Bytes, or how many of them are missing.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// Bytes as they were sent.
        case bytes([UInt8])
        /// So many bytes were sent, and are not in the capture.
        case missing(Int)
    }

    /// Made of all its parts.
    public init(
        session: Int, time: Double, frame: Int, direction: TraceMessage.Direction, offset: Int, stream: Int? = nil,
        isDatagram: Bool = false, content: Content
    ) {
        (self.session, self.time, self.frame, self.direction) = (session, time, frame, direction)
        (self.offset, self.stream, self.isDatagram, self.content) = (offset, stream, isDatagram, content)
    }

    /// Bytes of the stream, captured or not.
    public var count: Int {
        switch content {
        case .bytes(let bytes): bytes.count
        case .missing(let count): count
        }
    }
}
