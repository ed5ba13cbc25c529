import WireCoding

/// The addresses of a peer and how it wants the session secured, as the answer to an invitation and the message after
/// it have them. Confidence: B2.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 1 | 80 | B2 |
/// | 1 | security, see ``MultipeerSecurity`` | B2 |
/// | 2 | length of all, these four bytes included | B2 |
/// | … | addresses, see ``MultipeerAddressList`` | B2 |
///
/// Published peers send 89 bytes (macOS) and 121 bytes (iOS; D).
public struct MultipeerConnectionData: Hashable, Sendable {
    /// Bytes before the addresses.
    public static let headerSize = 4
    /// The longest that the length can say.
    public static let maximumLength = 0xFFFF

    /// The first byte, 80 in all published packets. Others are kept.
    public var marker: UInt8
    /// What the peer asks of encryption and authentication.
    public var security: MultipeerSecurity
    /// Where the peer can be reached.
    public var addresses: MultipeerAddressList

    /// Connection data with that security and these addresses; the length is computed when they are written.
    public init(_ security: MultipeerSecurity, addresses: MultipeerAddressList, marker: UInt8 = 0x80) {
        (self.marker, self.security, self.addresses) = (marker, security, addresses)
    }

    /// Where the peer can be reached, in the order of the wire.
    public var candidates: [MultipeerAddressList.Candidate] { addresses.candidates }

    /// - Throws: `truncated` where the length goes beyond the bytes or ends before its content, `invalidValue` for a
    ///   length that does not include itself.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.headerSize, "connection data")
        marker = try input.readUInt8("connection data marker")
        security = MultipeerSecurity(rawValue: try input.readUInt8("connection data security"))
        let bookmark = input
        let length = Int(try input.readUInt16("connection data length"))
        guard length >= Self.headerSize else {
            throw bookmark.error(.invalidValue(UInt64(length)), "connection data length")
        }
        var region = try input.subreader(
            length - Self.headerSize, "connection data addresses", limit: "connection data length")
        addresses = try MultipeerAddressList(parsing: &region)
    }

    /// - Throws: What the addresses throw, and `tooLong` for more than 65,535 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var content = ByteWriter()
        try addresses.serialize(into: &content)
        let length = Self.headerSize + content.count
        try WireError.checkLength(length, "connection data", maximum: Self.maximumLength)
        output.writeUInt8(marker)
        output.writeUInt8(security.rawValue)
        output.writeUInt16(UInt16(length))
        output.writeBytes(content.bytes)
    }
}

extension MultipeerConnectionData {
    /// Connection data that are all of the bytes.
    ///
    /// - Throws: Also `trailingBytes` for what is left over.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes.span)
        try self.init(parsing: &reader)
        try reader.expectEnd("connection data")
    }
}

extension MultipeerConnectionData {
    /// Security and addresses, for people and for JSON.
    public var namedFields: [FrameField] {
        [
            .text("encryption", security.encryption),
            .flag("authentication", security.hasAuthentication),
            .code("security", security),
        ] + addresses.namedFields
    }
}
