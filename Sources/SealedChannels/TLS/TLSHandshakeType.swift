/// The type of a handshake message (IANA, "TLS HandshakeType").
public struct TLSHandshakeType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let helloRequest = TLSHandshakeType(rawValue: 0)
    public static let clientHello = TLSHandshakeType(rawValue: 1)
    public static let serverHello = TLSHandshakeType(rawValue: 2)
    /// DTLS only (RFC 6347 §4.2.1).
    public static let helloVerifyRequest = TLSHandshakeType(rawValue: 3)
    public static let newSessionTicket = TLSHandshakeType(rawValue: 4)
    public static let certificate = TLSHandshakeType(rawValue: 11)
    public static let serverKeyExchange = TLSHandshakeType(rawValue: 12)
    public static let certificateRequest = TLSHandshakeType(rawValue: 13)
    public static let serverHelloDone = TLSHandshakeType(rawValue: 14)
    public static let certificateVerify = TLSHandshakeType(rawValue: 15)
    public static let clientKeyExchange = TLSHandshakeType(rawValue: 16)
    public static let finished = TLSHandshakeType(rawValue: 20)

    /// Whether ``TLSHandshakeFacts`` come from it.
    var hasFacts: Bool { self == .clientHello || self == .serverHello || self == .certificate }
}
