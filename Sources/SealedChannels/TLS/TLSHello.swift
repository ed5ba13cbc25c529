import WireCoding

/// The common parts of both ends' hellos.
enum TLSHello {
    static let randomSize = 32
    static let maximumSessionIDLength = 32
    /// Names and protocols that are kept of a list; peers offer a handful.
    static let maximumListedTexts = 32

    static func readSessionID(_ input: inout ByteReader) throws(WireError) -> [UInt8] {
        let bookmark = input
        let length = Int(try input.readUInt8("TLS session ID length"))
        guard length <= maximumSessionIDLength else {
            throw bookmark.error(.tooLong(length: length, maximum: maximumSessionIDLength), "TLS session ID length")
        }
        return try input.readBytes(length, "TLS session ID")
    }

    /// The first host name of a server name list (RFC 6066 §3).
    static func serverName(_ content: Span<UInt8>) throws(WireError) -> String? {
        var input = ByteReader(content)
        let length = Int(try input.readUInt16("TLS server name list length"))
        var list = try input.subreader(length, "TLS server name list", limit: "TLS server name list length")
        while !list.isAtEnd {
            let type = try list.readUInt8("TLS server name type")
            let nameLength = Int(try list.readUInt16("TLS server name length"))
            let name = try list.readBytes(nameLength, "TLS server name")
            if type == 0 { return String(validUTF8: name) }
        }
        return nil
    }

    /// A list of protocol names (RFC 7301 §3.1).
    static func applicationProtocols(_ content: Span<UInt8>) throws(WireError) -> [String] {
        var input = ByteReader(content)
        var names: [String] = []
        let length = Int(try input.readUInt16("TLS protocol list length"))
        var list = try input.subreader(length, "TLS protocol list", limit: "TLS protocol list length")
        while !list.isAtEnd && names.count < maximumListedTexts {
            let nameLength = Int(try list.readUInt8("TLS protocol name length"))
            let name = try list.readBytes(nameLength, "TLS protocol name")
            let isReserved = name.count == 2 && name.span.bigEndianUInt16(at: 0).isReservedForTolerance
            if !isReserved { names.append(String(decoding: name, as: UTF8.self)) }
        }
        return names
    }

    /// The list of a client's versions (RFC 8446 §4.2.1).
    static func versions(_ content: Span<UInt8>) throws(WireError) -> [TLSVersion] {
        var input = ByteReader(content)
        var versions: [TLSVersion] = []
        let length = Int(try input.readUInt8("TLS version list length"))
        var list = try input.subreader(length, "TLS version list", limit: "TLS version list length")
        while !list.isAtEnd {
            let version = TLSVersion(rawValue: try list.readUInt16("TLS version"))
            if !version.isReserved { versions.append(version) }
        }
        return versions
    }
}

/// The type of a handshake message (IANA, "TLS HandshakeType").
public struct TLSHandshakeType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A server's request to begin another handshake (RFC 5246 §7.4.1.1).
    public static let helloRequest = TLSHandshakeType(rawValue: 0)
    /// The client's first message (RFC 8446 §4.1.2).
    public static let clientHello = TLSHandshakeType(rawValue: 1)
    /// The server's choices, or in TLS 1.3 its request for another hello (RFC 8446 §4.1.3).
    public static let serverHello = TLSHandshakeType(rawValue: 2)
    /// DTLS only (RFC 6347 §4.2.1).
    public static let helloVerifyRequest = TLSHandshakeType(rawValue: 3)
    /// A ticket for a later session (RFC 8446 §4.6.1, RFC 5077 §3.3).
    public static let newSessionTicket = TLSHandshakeType(rawValue: 4)
    /// RFC 8446 §4.5.
    public static let endOfEarlyData = TLSHandshakeType(rawValue: 5)
    /// RFC 8446 §4.3.1.
    public static let encryptedExtensions = TLSHandshakeType(rawValue: 8)
    /// A chain of certificates (RFC 8446 §4.4.2).
    public static let certificate = TLSHandshakeType(rawValue: 11)
    /// The server's part of the key exchange (RFC 5246 §7.4.3).
    public static let serverKeyExchange = TLSHandshakeType(rawValue: 12)
    /// The server asks for a certificate of the client (RFC 8446 §4.3.2).
    public static let certificateRequest = TLSHandshakeType(rawValue: 13)
    /// The server's hello is complete (RFC 5246 §7.4.5).
    public static let serverHelloDone = TLSHandshakeType(rawValue: 14)
    /// The proof that the sender has the key of its certificate (RFC 8446 §4.4.3).
    public static let certificateVerify = TLSHandshakeType(rawValue: 15)
    /// The client's part of the key exchange (RFC 5246 §7.4.7).
    public static let clientKeyExchange = TLSHandshakeType(rawValue: 16)
    /// The hash of the handshake, under its keys (RFC 8446 §4.4.4).
    public static let finished = TLSHandshakeType(rawValue: 20)
    /// RFC 8446 §4.6.3.
    public static let keyUpdate = TLSHandshakeType(rawValue: 24)

    /// Whether ``TLSHandshakeFacts`` come from it.
    var hasFacts: Bool {
        self == .clientHello || self == .serverHello || self == .certificate || self == .clientKeyExchange
    }
}
