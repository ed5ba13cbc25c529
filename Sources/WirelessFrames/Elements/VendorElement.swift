import WireCoding

/// An element whose content its organization defines (IEEE 802.11 §9.4.2.25).
///
/// | bytes | field |
/// |---|---|
/// | 3 | organization |
/// | … | content; nearly all organizations begin it with a byte that says of what type it is |
public struct VendorElement: Hashable, Sendable {
    /// The organization's number in 24 bits, as it is read: 0x506F9A is the Wi-Fi Alliance.
    public var organization: UInt32
    public var content: [UInt8]

    public init(organization: UInt32, content: [UInt8]) {
        self.organization = organization & 0xFF_FFFF
        self.content = content
    }

    /// The first byte of the content, nil if there is none.
    public var type: UInt8? { content.first }

    /// - Throws: `truncated` when fewer than three bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        organization = try input.readUInt24("vendor element organization")
        content = input.readRemainingBytes()
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt24(organization)
        output.writeBytes(content)
    }
}
