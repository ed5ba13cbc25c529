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
    private let continuesInElements: Bool
    private var end: Int
    /// The start of the next attribute, or of the one that contradicts itself, from the start of the bytes.
    public private(set) var position: Int
    /// Attributes that begin in one element of a beacon and end in another: they do not lie in one place, so the walk passes
    /// them by. ``NANFrame`` has them.
    public private(set) var splitCount = 0

    /// - Parameters:
    ///   - bytes: What the attributes lie in.
    ///   - range: The range of the attributes, with nothing else in it; all bytes if left out.
    ///   - baseOffset: Where the bytes lie in the packet, for errors.
    ///   - continuesInElements: Whether elements follow the range, some of which may have more attributes.
    @_lifetime(copy bytes)
    public init(
        _ bytes: Span<UInt8>, in range: Range<Int>? = nil, baseOffset: Int = 0, continuesInElements: Bool = false
    ) {
        self.bytes = bytes
        self.baseOffset = baseOffset
        self.continuesInElements = continuesInElements
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next attribute, and where its body lies in the bytes; nil after the last one.
    ///
    /// - Throws: `truncated` when header or body is longer than what is left; ``position`` stays where it was.
    @_lifetime(self: copy self)
    public mutating func next() throws(WireError) -> (id: NANAttributeID, body: Range<Int>)? {
        while true {
            guard position < end || enterNextElement() else { return nil }
            guard position < end else { continue }
            let left = end &- position
            if left >= Self.headerSize {
                let size = Self.headerSize &+ Int(bytes.littleEndianUInt16(at: position &+ 1))
                if size <= left {
                    let id = NANAttributeID(rawValue: bytes[position])
                    let start = position &+ Self.headerSize
                    position &+= size
                    return (id, start..<position)
                }
            }
            try passSplitAttribute()
        }
    }

    @_lifetime(self: copy self)
    private mutating func enterNextElement() -> Bool {
        guard continuesInElements, let range = NANView.element(bytes, from: end) else { return false }
        (position, end) = (range.lowerBound, range.upperBound)
        return true
    }

    /// Skips an attribute that is longer than the rest of its element.
    @_lifetime(self: copy self)
    private mutating func passSplitAttribute() throws(WireError) {
        let (start, firstEnd) = (position, end)
        var (size, available, length) = (Self.headerSize, 0, 0)
        while available < size {
            guard position < end || enterNextElement() else {
                (position, end) = (start, firstEnd)
                throw WireError(
                    .truncated(needed: size, available: available),
                    field: available < Self.headerSize ? "NAN attribute header" : "NAN attribute",
                    offset: baseOffset &+ start)
            }
            guard available < Self.headerSize else {
                let step = min(size &- available, end &- position)
                position &+= step
                available &+= step
                continue
            }
            guard position < end else { continue }
            if available > 0 { length |= Int(bytes[position]) << (available == 1 ? 0 : 8) }
            position &+= 1
            available &+= 1
            if available == Self.headerSize { size &+= length }
        }
        splitCount += 1
    }
}
