import WireCoding

/// Where the length of a frame is, how it is written, and what it counts.
///
/// ```
///     lengthOffset             bytesAfterLength
/// +----------------+--------+------------------+---------+
/// | header         | length | header           | body    |
/// +----------------+--------+------------------+---------+
///                                              |  .body  |
///                           |           .rest            |
/// |                         .all                         |
/// ```
///
/// The default is a length of 4 big-endian bytes that counts the body, and nothing else in the header.
///
/// ```swift
/// // A type of one byte, a little-endian length of two, flags of one; the length counts all of it.
/// let layout = FrameLayout(.uint16(.littleEndian), at: 1, bytesAfterLength: 1, covers: .all)
/// var decoder = LengthPrefixedFrameDecoder(layout: layout, maximumLength: 65_535)
/// ```
public struct FrameLayout: Hashable, Sendable {
    /// Header bytes before or after the length: more are not held for a frame whose length is not known.
    public static let maximumHeaderPart = 65_535

    /// How the length is written.
    public typealias Length = LengthPrefix

    /// What the length counts.
    public enum Coverage: Hashable, Sendable, CaseIterable {
        /// The body.
        case body
        /// Everything after the length.
        case rest
        /// The frame with its header and the length.
        case all
    }

    /// How the length is written.
    public let length: Length
    /// What the length counts.
    public let coverage: Coverage
    /// Whether a frame may have no body.
    public let allowsEmptyFrames: Bool
    // Small, because a decoder is held for each direction of a connection.
    private let before: UInt16
    private let after: UInt16
    private let added: Int32

    /// - Parameters:
    ///   - length: How the length is written.
    ///   - lengthOffset: Header bytes before the length, at most ``maximumHeaderPart``.
    ///   - bytesAfterLength: Header bytes after the length, at most ``maximumHeaderPart``.
    ///   - coverage: What the length counts.
    ///   - adjustment: Added to the length on the wire: −1 where it counts a byte that is not there.
    ///   - allowsEmptyFrames: Whether a frame may have no body.
    public init(
        _ length: Length = .uint32(.bigEndian), at lengthOffset: Int = 0, bytesAfterLength: Int = 0,
        covers coverage: Coverage = .body, adding adjustment: Int = 0, allowsEmptyFrames: Bool = false
    ) {
        self.length = length
        self.coverage = coverage
        self.allowsEmptyFrames = allowsEmptyFrames
        before = UInt16(clamping: lengthOffset)
        after = UInt16(clamping: bytesAfterLength)
        added = Int32(clamping: adjustment)
    }

    /// Header bytes before the length.
    public var lengthOffset: Int { Int(before) }
    /// Header bytes after the length.
    public var bytesAfterLength: Int { Int(after) }
    /// Added to the length on the wire.
    public var adjustment: Int { Int(added) }
}

extension FrameLayout {
    /// Above all lengths that anybody sends, so that sums cannot overflow.
    private static let longestLength: UInt64 = 1 << 62

    /// Bytes that the length counts beside the body.
    private func covered(lengthSize: Int) -> Int {
        switch coverage {
        case .body: 0
        case .rest: bytesAfterLength
        case .all: headerLength(lengthSize: lengthSize)
        }
    }

    func headerLength(lengthSize: Int) -> Int { lengthOffset &+ lengthSize &+ bytesAfterLength }

    /// The body's length by the value on the wire: below 0 where that lies; nil above 2^62.
    func bodyLength(_ value: UInt64, lengthSize: Int) -> Int? {
        guard value <= Self.longestLength else { return nil }
        return Int(value) &+ adjustment &- covered(lengthSize: lengthSize)
    }

    /// The value on the wire.
    ///
    /// - Returns: Nil where it does not fit; below 0 where the adjustment is above the body.
    func value(bodyLength: Int) -> Int? {
        guard let size = length.size else {
            // A longer varint makes the frame longer, but never by more than it can hold.
            for size in 1...Varint.maximumLength {
                let value = bodyLength &- adjustment &+ covered(lengthSize: size)
                if value < 0 || Varint.length(of: UInt64(value)) <= size { return value }
            }
            return nil
        }
        let value = bodyLength &- adjustment &+ covered(lengthSize: size)
        return size < 8 && value >> (8 * size) > 0 ? nil : value
    }
}
