import WireCoding

/// An unencrypted alert (RFC 8446 §6).
///
/// | bytes | field |
/// |---|---|
/// | 1 | level: 1 warning, 2 fatal |
/// | 1 | description |
public struct TLSAlert: Hashable, Sendable {
    /// Bytes of every alert.
    public static let size = 2

    /// The kind of error (IANA, "TLS Alerts").
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The sender sends no more; every session ends with it.
        public static let closeNotify = Code(rawValue: 0)
        /// The sender's user gave up.
        public static let userCanceled = Code(rawValue: 90)
    }

    public var level: UInt8
    public var code: Code

    public init(level: UInt8, code: Code) {
        self.level = level
        self.code = code
    }

    /// - Throws: `truncated` when fewer than two bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "TLS alert")
        level = try input.readUInt8("TLS alert level")
        code = Code(rawValue: try input.readUInt8("TLS alert description"))
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(level)
        output.writeUInt8(code.rawValue)
    }
}

extension TLSAlert.Code: CustomStringConvertible {
    /// The name by the registry, in lowerCamelCase, or the number.
    public var description: String { Self.names[rawValue] ?? "\(rawValue)" }

    private static let names: [UInt8: String] = [
        0: "closeNotify", 10: "unexpectedMessage", 20: "badRecordMAC", 22: "recordOverflow", 40: "handshakeFailure",
        42: "badCertificate", 43: "unsupportedCertificate", 44: "certificateRevoked", 45: "certificateExpired",
        46: "certificateUnknown", 47: "illegalParameter", 48: "unknownCA", 49: "accessDenied", 50: "decodeError",
        51: "decryptError", 70: "protocolVersion", 71: "insufficientSecurity", 80: "internalError",
        86: "inappropriateFallback", 90: "userCanceled", 100: "noRenegotiation", 109: "missingExtension",
        110: "unsupportedExtension", 112: "unrecognizedName", 113: "badCertificateStatusResponse",
        115: "unknownPSKIdentity", 116: "certificateRequired", 120: "noApplicationProtocol",
    ]
}
