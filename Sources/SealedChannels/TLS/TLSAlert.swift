import WireCoding

/// An alert (RFC 8446 §6).
///
/// | bytes | field |
/// |---|---|
/// | 1 | level: 1 warning, 2 fatal |
/// | 1 | description |
public struct TLSAlert: Hashable, Sendable {
    /// Bytes of every alert.
    public static let size = 2

    /// The kind of error (IANA, "TLS Alerts"; RFC 8446 §6.2 has those without another source).
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The sender sends no more; every session ends with it.
        public static let closeNotify = Code(rawValue: 0)
        /// The sender's user gave up.
        public static let userCanceled = Code(rawValue: 90)

        /// A message that does not belong there: `unexpected_message`.
        public static let unexpectedMessage = Code(rawValue: 10)
        /// A record that cannot be authenticated: `bad_record_mac`.
        public static let badRecordMAC = Code(rawValue: 20)
        /// No set of parameters is acceptable to both ends: `handshake_failure`.
        public static let handshakeFailure = Code(rawValue: 40)
        /// A certificate that is corrupt, or has a signature that does not verify: `bad_certificate`.
        public static let badCertificate = Code(rawValue: 42)
        /// A certificate of a type that is not supported: `unsupported_certificate`.
        public static let unsupportedCertificate = Code(rawValue: 43)
        /// A certificate that its signer revoked: `certificate_revoked`.
        public static let certificateRevoked = Code(rawValue: 44)
        /// A certificate that has expired or is not valid yet: `certificate_expired`.
        public static let certificateExpired = Code(rawValue: 45)
        /// A certificate that is not accepted for another reason: `certificate_unknown`.
        public static let certificateUnknown = Code(rawValue: 46)
        /// A field of a handshake message that is wrong or contradicts others: `illegal_parameter`.
        public static let illegalParameter = Code(rawValue: 47)
        /// A chain of certificates that leads to no trusted anchor: `unknown_ca`.
        public static let unknownCA = Code(rawValue: 48)
        /// A valid certificate or key whose owner may not have access: `access_denied`.
        public static let accessDenied = Code(rawValue: 49)
        /// A message that cannot be decoded: `decode_error`.
        public static let decodeError = Code(rawValue: 50)
        /// A signature, a Finished message or a binder that does not verify: `decrypt_error`.
        public static let decryptError = Code(rawValue: 51)
        /// A version that is recognized but not supported: `protocol_version`.
        public static let protocolVersion = Code(rawValue: 70)
        /// The server wants more secure parameters than the client supports: `insufficient_security`.
        public static let insufficientSecurity = Code(rawValue: 71)
        /// A fault that has nothing to do with the peer: `internal_error`.
        public static let internalError = Code(rawValue: 80)
        /// A client that tries again with a lower version than both speak: `inappropriate_fallback` (RFC 7507).
        public static let inappropriateFallback = Code(rawValue: 86)
        /// A mandatory extension is missing: `missing_extension`.
        public static let missingExtension = Code(rawValue: 109)
        /// An extension that is forbidden there or was not offered: `unsupported_extension`.
        public static let unsupportedExtension = Code(rawValue: 110)
        /// No server has the name that the client asks for: `unrecognized_name`.
        public static let unrecognizedName = Code(rawValue: 112)
        /// The server knows none of the client's pre-shared keys: `unknown_psk_identity`.
        public static let unknownPSKIdentity = Code(rawValue: 115)
        /// The server demands a certificate of the client: `certificate_required`.
        public static let certificateRequired = Code(rawValue: 116)
        /// The server speaks none of the client's application protocols: `no_application_protocol` (RFC 7301 §3.2).
        public static let noApplicationProtocol = Code(rawValue: 120)

        /// Whether the sender does not take the peer's certificate, or misses one.
        public var isAboutCertificate: Bool {
            (Self.badCertificate.rawValue...Self.certificateUnknown.rawValue).contains(rawValue) || self == .unknownCA
                || self == .certificateRequired
        }

        /// Whether a certificate for another name may be why it was sent: no alert says that alone (RFC 8446 §6.2).
        public var mayBeAboutName: Bool { self == .badCertificate || self == .certificateUnknown }

        /// Whether a certificate that is not valid now may be why it was sent.
        public var mayBeAboutTime: Bool { self == .certificateExpired || mayBeAboutName }

        /// Whether it can only be sent in a handshake, or because of one.
        public var isOfHandshake: Bool {
            switch self {
            case .handshakeFailure, .accessDenied, .protocolVersion, .insufficientSecurity, .inappropriateFallback,
                .missingExtension, .unsupportedExtension, .unrecognizedName, .unknownPSKIdentity,
                .noApplicationProtocol:
                true
            default: isAboutCertificate
            }
        }
    }

    /// 1 for a warning, 2 for a fatal alert; TLS 1.3 goes by the code alone.
    public var level: UInt8
    /// The description: which error it is.
    public var code: Code

    /// An alert with that level, 1 or 2, and that code.
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

    /// Writes both bytes. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(level)
        output.writeUInt8(code.rawValue)
    }
}

extension TLSAlert.Code: CustomStringConvertible {
    /// The name by the registry, in lowerCamelCase, or the number.
    public var description: String { Self.names[rawValue] ?? "\(rawValue)" }

    /// The name as the registry has it: `unknown_ca`; or the number.
    public var registryName: String {
        let name = Array(description.utf8)
        var output: [UInt8] = []
        func isUpper(_ index: Int) -> Bool {
            name.indices.contains(index) && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(name[index])
        }
        for index in name.indices {
            guard isUpper(index) else {
                output.append(name[index])
                continue
            }
            // A word begins, or ends a row of capital letters.
            let endsRow = index + 1 < name.count && !isUpper(index + 1)
            if !isUpper(index - 1) || endsRow { output.append(UInt8(ascii: "_")) }
            output.append(name[index] | 0x20)
        }
        return String(decoding: output, as: UTF8.self)
    }

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
