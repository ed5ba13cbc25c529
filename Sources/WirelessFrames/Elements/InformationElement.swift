import WireCoding

/// One of the elements that fill the bodies of management frames (IEEE 802.11 §9.4.2).
///
/// | bytes | field |
/// |---|---|
/// | 1 | element ID |
/// | 1 | length |
/// | length | body; with element ID 255 its first byte is the element ID extension |
///
/// The body is kept as it came, so an element is always written back unchanged. ``value(baseOffset:)`` reads it.
public struct InformationElement: Hashable, Sendable {
    /// Bytes before the body.
    public static let headerSize = 2
    /// The longest body.
    public static let maximumLength = 255

    public var id: ElementID
    /// All bytes after the length, including the element ID extension. At most 255; no more than that are written.
    public var body: [UInt8]

    public init(id: ElementID, body: [UInt8]) {
        self.id = id
        self.body = body
    }

    /// An element whose number is an extension: 255, then that number, then the content.
    public init(extension number: ElementIDExtension, content: [UInt8]) {
        self.init(id: .extension, body: [number.rawValue] + content)
    }

    /// The second half of the number, nil where the first says all or the body is empty.
    public var idExtension: ElementIDExtension? {
        id == .extension ? body.first.map(ElementIDExtension.init(rawValue:)) : nil
    }

    /// - Throws: `truncated` when header or body is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        try input.require(Self.headerSize, "element header")
        id = ElementID(rawValue: try input.readUInt8("element ID"))
        let length = Int(try input.readUInt8("element length"))
        guard length <= input.remaining else {
            throw start.error(
                .truncated(needed: Self.headerSize &+ length, available: start.remaining), "element")
        }
        body = try input.readBytes(length, "element")
    }

    public func serialize(into output: inout ByteWriter) {
        let kept = body.prefix(Self.maximumLength)
        output.writeUInt8(id.rawValue)
        output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
        output.writeBytes(kept)
    }
}
