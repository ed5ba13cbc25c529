import WireCoding

/// The first four bytes of an ICMP (RFC 792) or ICMPv6 (RFC 4443 §2.1) message.
public struct ICMPHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 4

    /// A number of the registry of the version: 8 is an echo request in ICMP, 128 in ICMPv6.
    public var type: UInt8
    public var code: UInt8
    /// Over the message; in ICMPv6 over a pseudo header too.
    public var checksum: UInt16

    public init(type: UInt8, code: UInt8, checksum: UInt16 = 0) {
        self.type = type
        self.code = code
        self.checksum = checksum
    }

    /// - Throws: `truncated` when fewer than 4 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "ICMP header")
        type = try input.readUInt8("ICMP type")
        code = try input.readUInt8("ICMP code")
        checksum = try input.readUInt16("ICMP checksum")
    }

    /// Writes the header with the checksum that it has.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(type)
        output.writeUInt8(code)
        output.writeUInt16(checksum)
    }
}
