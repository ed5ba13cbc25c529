import WireCoding

/// The header of a TLS record (RFC 8446 §5.1, RFC 5246 §6.2).
///
/// | bytes | field |
/// |---|---|
/// | 1 | content type |
/// | 2 | version; 3.3 in all records of TLS 1.3 |
/// | 2 | bytes that follow |
public struct TLSRecordHeader: Hashable, Sendable {
    /// Bytes of every header.
    public static let size = 5
    /// Bytes of content, at most, encrypted by the oldest version that is in use (RFC 5246 §6.2.3).
    public static let maximumLength = 1 << 14 + 2048

    /// The type of the record's content.
    public var contentType: TLSContentType
    /// As written for old receivers: TLS 1.2 in records of TLS 1.3.
    public var version: TLSVersion
    /// The number of bytes of the fragment after the header.
    public var length: UInt16

    /// A header with these fields; `length` is that of the fragment after it, in bytes.
    public init(contentType: TLSContentType, version: TLSVersion, length: UInt16) {
        self.contentType = contentType
        self.version = version
        self.length = length
    }

    /// - Throws: `truncated` when fewer than five bytes are left, `tooLong` for a record of more than 2^14 + 2048
    ///   bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "TLS record header")
        contentType = TLSContentType(rawValue: try input.readUInt8("TLS content type"))
        version = TLSVersion(rawValue: try input.readUInt16("TLS record version"))
        let bookmark = input
        length = try input.readUInt16("TLS record length")
        guard length <= Self.maximumLength else {
            throw bookmark.error(
                .tooLong(length: Int(length), maximum: Self.maximumLength), "TLS record length")
        }
    }

    /// Writes the five bytes of the header. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(contentType.rawValue)
        output.writeUInt16(version.rawValue)
        output.writeUInt16(length)
    }

    /// Whether a stream starts like the hello of a client or a server: a handshake record of version 3.0 to 3.4 whose
    /// first message is one of them, and whose lengths fit into each other.
    ///
    /// - Parameter prefix: The first bytes of one direction; eleven are enough, and with fewer than six the result is
    ///   false.
    public static func looksLikeHandshake(_ prefix: Span<UInt8>) -> Bool {
        guard begins(prefix, as: .handshake) else { return false }
        let length = Int(prefix.bigEndianUInt16(at: 3))
        let type = TLSHandshakeType(rawValue: prefix[5])
        guard length >= 4, length <= maximumLength, type == .clientHello || type == .serverHello else { return false }
        // The message has its own length, followed by its version.
        guard prefix.count >= 9 else { return true }
        let messageLength = Int(prefix[6]) << 16 | Int(prefix.bigEndianUInt16(at: 7))
        guard messageLength >= 38, messageLength <= TLSHandshakeObserver.maximumBufferedBytes else { return false }
        return prefix.count < 11 || prefix[9] == 3 && prefix[10] <= 4
    }

    /// Whether a stream starts like the alert with which a server refuses a hello: unencrypted, of version 3.0 to 3.4.
    ///
    /// - Parameter prefix: The first bytes of one direction; six are enough, and with fewer the result is false.
    public static func looksLikeAlert(_ prefix: Span<UInt8>) -> Bool {
        begins(prefix, as: .alert) && prefix.bigEndianUInt16(at: 3) == UInt16(TLSAlert.size)
            && (1...2).contains(prefix[5])
    }

    private static func begins(_ prefix: Span<UInt8>, as type: TLSContentType) -> Bool {
        prefix.count >= 6 && prefix[0] == type.rawValue && prefix[1] == 3 && prefix[2] <= 4
    }
}

/// The content type of a TLS or DTLS record (IANA, "TLS ContentType").
public struct TLSContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A single 1: the sender's next records are under new keys (RFC 5246 §7.1).
    public static let changeCipherSpec = TLSContentType(rawValue: 20)
    /// An alert (RFC 8446 §6).
    public static let alert = TLSContentType(rawValue: 21)
    /// Handshake messages (RFC 8446 §4).
    public static let handshake = TLSContentType(rawValue: 22)
    /// Application data, and in TLS 1.3 everything that is encrypted (RFC 8446 §5.2).
    public static let applicationData = TLSContentType(rawValue: 23)
    /// RFC 6520.
    public static let heartbeat = TLSContentType(rawValue: 24)
    /// A DTLS 1.2 record with a connection ID (RFC 9146).
    public static let connectionID = TLSContentType(rawValue: 25)
    /// RFC 9147.
    public static let acknowledgment = TLSContentType(rawValue: 26)
}
