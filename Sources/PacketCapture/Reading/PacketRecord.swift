/// The facts about one packet in a capture file, except its bytes.
@frozen
public struct PacketRecord: Hashable, Sendable {
    /// 1-based position in the file.
    public var frame: Int
    /// Nanoseconds since 1970-01-01T00:00:00Z; 0 for packets without a time (``isTimed``).
    public var time: Int64
    /// Index into ``CaptureReader/interfaces``.
    public var interface: Int
    /// Bytes on the wire.
    public var originalLength: Int
    /// Bytes in the file.
    public var capturedLength: Int
    /// Whether the file says when the packet was captured: simple packet blocks do not.
    public var isTimed: Bool

    /// A record of no packet, for ``CaptureReader/next(_:)`` to fill.
    @inlinable
    public init() { self.init(frame: 0, time: 0, interface: 0, originalLength: 0, capturedLength: 0) }

    /// A record of a packet that does not come from a file, or not as it is there.
    @inlinable
    public init(
        frame: Int, time: Int64, interface: Int, originalLength: Int, capturedLength: Int, isTimed: Bool = true
    ) {
        self.frame = frame
        self.time = time
        self.interface = interface
        self.originalLength = originalLength
        self.capturedLength = capturedLength
        self.isTimed = isTimed
    }
}
