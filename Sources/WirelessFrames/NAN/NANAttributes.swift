import WireCoding

/// Walks the attributes of Wi-Fi Aware in place, without allocating.
///
/// | bytes | field |
/// |---|---|
/// | 1 | attribute ID |
/// | 2 | length, little-endian |
/// | length | body |
public struct NANAttributes: ~Escapable {
    /// Bytes before a body.
    public static let headerSize = 3

    private let bytes: Span<UInt8>
    private let baseOffset: Int
    private let end: Int
    /// Where the next attribute starts, or the one that contradicts itself, from the start of the bytes.
    public private(set) var position: Int

    /// - Parameters:
    ///   - bytes: What the attributes lie in.
    ///   - range: Where, nothing else being there; the bytes from their first to their last if left out.
    ///   - baseOffset: Where the bytes lie in the packet, for errors.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, in range: Range<Int>? = nil, baseOffset: Int = 0) {
        self.bytes = bytes
        self.baseOffset = baseOffset
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next attribute, and where its body lies in the bytes; nil after the last one.
    ///
    /// - Throws: `truncated` when header or body is longer than what is left; ``position`` stays where it was.
    @_lifetime(self: copy self)
    public mutating func next() throws(WireError) -> (id: NANAttributeID, body: Range<Int>)? {
        guard position < end else { return nil }
        guard end &- position >= Self.headerSize else { throw truncation(Self.headerSize, "NAN attribute header") }
        let size = Self.headerSize &+ Int(bytes.littleEndianUInt16(at: position &+ 1))
        guard size <= end &- position else { throw truncation(size, "NAN attribute") }
        let id = NANAttributeID(rawValue: bytes[position])
        let start = position &+ Self.headerSize
        position &+= size
        return (id, start..<position)
    }

    private func truncation(_ size: Int, _ field: WireError.Field) -> WireError {
        WireError(
            .truncated(needed: size, available: end &- position), field: field, offset: baseOffset &+ position)
    }
}
