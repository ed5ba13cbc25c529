/// The flags field of radiotap (bit 1).
@frozen
public struct RadiotapFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The frame check sequence is at the end of the frame.
    @inlinable public static var frameCheckSequence: RadiotapFlags { RadiotapFlags(rawValue: 0x10) }
    /// Bytes between MAC header and body fill up to a multiple of four.
    @inlinable public static var headerPadding: RadiotapFlags { RadiotapFlags(rawValue: 0x20) }
    /// The frame check sequence was wrong.
    @inlinable public static var badFrameCheckSequence: RadiotapFlags { RadiotapFlags(rawValue: 0x40) }
}
