import WireCoding

/// Walks elements in place, without allocating.
///
/// ```swift
/// var elements = InformationElements(bytes)
/// while let element = try elements.next() { … bytes.extracting(element.body) … }
/// ```
public struct InformationElements: ~Escapable {
    private let bytes: Span<UInt8>
    private let baseOffset: Int
    /// The start of the next element, or of the one that contradicts itself.
    public private(set) var position = 0

    /// - Parameters:
    ///   - bytes: Only the elements.
    ///   - baseOffset: Where they lie in the frame, for errors.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, baseOffset: Int = 0) {
        self.bytes = bytes
        self.baseOffset = baseOffset
    }

    /// The next number, and where the body lies in the bytes; nil after the last element.
    ///
    /// - Throws: `truncated` when header or body is longer than what is left; ``position`` stays where it was.
    @_lifetime(self: copy self)
    public mutating func next() throws(WireError) -> (id: ElementID, body: Range<Int>)? {
        guard position < bytes.count else { return nil }
        let left = bytes.count &- position
        guard left >= InformationElement.headerSize else {
            throw truncation(InformationElement.headerSize, "element header")
        }
        let size = InformationElement.headerSize &+ Int(bytes[position &+ 1])
        guard size <= left else { throw truncation(size, "element") }
        let id = ElementID(rawValue: bytes[position])
        let start = position &+ InformationElement.headerSize
        position &+= size
        return (id, start..<position)
    }

    private func truncation(_ size: Int, _ field: WireError.Field) -> WireError {
        WireError(
            .truncated(needed: size, available: bytes.count &- position), field: field,
            offset: baseOffset &+ position)
    }
}
