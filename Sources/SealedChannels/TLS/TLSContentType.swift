/// The content type of a TLS or DTLS record (IANA, "TLS ContentType").
public struct TLSContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let changeCipherSpec = TLSContentType(rawValue: 20)
    public static let alert = TLSContentType(rawValue: 21)
    public static let handshake = TLSContentType(rawValue: 22)
    public static let applicationData = TLSContentType(rawValue: 23)
    /// RFC 6520.
    public static let heartbeat = TLSContentType(rawValue: 24)
    /// A DTLS 1.2 record with a connection ID (RFC 9146).
    public static let connectionID = TLSContentType(rawValue: 25)
    /// RFC 9147.
    public static let acknowledgment = TLSContentType(rawValue: 26)
}
