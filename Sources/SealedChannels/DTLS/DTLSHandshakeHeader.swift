import WireCoding

/// The header of a handshake message in DTLS, or of a fragment of one (RFC 6347 §4.2.2).
///
/// | bytes | field |
/// |---|---|
/// | 1 | type |
/// | 3 | length of the whole message |
/// | 2 | message number |
/// | 3 | where the fragment starts in the message |
/// | 3 | length of the fragment |
public struct DTLSHandshakeHeader: Hashable, Sendable {
    /// Bytes of every header.
    public static let size = 12

    /// The type of the message.
    public var type: TLSHandshakeType
    /// 24 bits; higher ones are not written.
    public var length: Int
    /// Counts the messages of one side from 0 on.
    public var messageNumber: UInt16
    /// 24 bits; higher ones are not written.
    public var fragmentOffset: Int
    /// 24 bits; higher ones are not written.
    public var fragmentLength: Int

    /// A header with these fields. A message that is not fragmented has the offset 0, and both lengths are the same.
    public init(
        type: TLSHandshakeType, length: Int, messageNumber: UInt16, fragmentOffset: Int, fragmentLength: Int
    ) {
        self.type = type
        self.length = length
        self.messageNumber = messageNumber
        self.fragmentOffset = fragmentOffset
        self.fragmentLength = fragmentLength
    }

    /// - Throws: `truncated` if fewer than twelve bytes are left, `tooLong` for a fragment that continues past the
    ///   message's end.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "DTLS handshake header")
        type = TLSHandshakeType(rawValue: try input.readUInt8("DTLS handshake type"))
        length = Int(try input.readUInt24("DTLS message length"))
        messageNumber = try input.readUInt16("DTLS message number")
        fragmentOffset = Int(try input.readUInt24("DTLS fragment offset"))
        let bookmark = input
        fragmentLength = Int(try input.readUInt24("DTLS fragment length"))
        guard fragmentOffset <= length, fragmentLength <= length &- fragmentOffset else {
            throw bookmark.error(
                .tooLong(length: fragmentOffset &+ fragmentLength, maximum: length), "DTLS fragment length")
        }
    }

    /// Writes the twelve bytes of the header. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(type.rawValue)
        output.writeUInt24(UInt32(truncatingIfNeeded: length))
        output.writeUInt16(messageNumber)
        output.writeUInt24(UInt32(truncatingIfNeeded: fragmentOffset))
        output.writeUInt24(UInt32(truncatingIfNeeded: fragmentLength))
    }
}
