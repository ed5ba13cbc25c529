/// Which packet of a capture, and when: what is opened points back to it.
public struct CaptureMoment: Hashable, Sendable {
    /// 1-based position in the capture file.
    public var frame: Int
    /// Nanoseconds since 1970.
    public var time: Int64

    /// A moment of a packet: its frame, counted from 1, and nanoseconds since 1970.
    @inlinable
    public init(frame: Int, time: Int64) {
        self.frame = frame
        self.time = time
    }
}

extension CaptureMoment: Comparable {
    /// By time, then by position in the file.
    @inlinable
    public static func < (first: CaptureMoment, second: CaptureMoment) -> Bool {
        (first.time, first.frame) < (second.time, second.frame)
    }
}
