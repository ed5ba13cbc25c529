/// What a cipher suite says about keys and records of TLS 1.2, TLS 1.3 and DTLS 1.2.
public struct TLSCipherSuiteParameters: Hashable, Sendable {
    /// Where the premaster secret comes from.
    @nonexhaustive
    public enum KeyExchange: Hashable, Sendable {
        /// From a key shared beforehand, and from nothing else (RFC 4279 §2): who has the key can open every session.
        case psk
        /// From a shared key and a Diffie-Hellman secret (RFC 4279 §3, RFC 5489), or one that is sent encrypted (RFC
        /// 4279 §4): the key alone opens nothing.
        case dhePSK, ecdhePSK, rsaPSK
        /// Without a shared key.
        case rsa, dhe, ecdhe
        /// TLS 1.3, whose suites leave it to extensions.
        case negotiated

        /// Whether the client names a key that was shared beforehand in its ClientKeyExchange.
        public var hasIdentity: Bool {
            switch self {
            case .psk, .dhePSK, .ecdhePSK, .rsaPSK: true
            case .rsa, .dhe, .ecdhe, .negotiated: false
            }
        }
    }

    /// How records are encrypted and authenticated.
    @nonexhaustive
    public enum RecordCipher: Hashable, Sendable {
        /// RFC 5288, RFC 8446 §5.2.
        case aesGCM(keySize: Int)
        /// RFC 6655; the tag has 16 or 8 bytes.
        case aesCCM(keySize: Int, tagSize: Int)
        /// RFC 7905.
        case chaCha20Poly1305
        /// RFC 5246 §6.2.3.2.
        case aesCBC(keySize: Int, TLSRecordMAC)

        /// Bytes of the key with which one side encrypts.
        public var keySize: Int {
            switch self {
            case .aesGCM(let size), .aesCCM(let size, _), .aesCBC(let size, _): size
            case .chaCha20Poly1305: 32
            }
        }

        /// Bytes of the key with which one side authenticates, where that is another.
        public var macKeySize: Int {
            if case .aesCBC(_, let mac) = self { mac.byteCount } else { 0 }
        }
    }

    /// Where the premaster secret comes from; TLS 1.3 negotiates that apart from the suite.
    public let keyExchange: KeyExchange
    /// How records are encrypted and authenticated.
    public let cipher: RecordCipher
    /// Of the pseudorandom function in TLS 1.2, of all key derivation in TLS 1.3.
    public let hash: TLSHash

    /// The parameters of a suite.
    public init(keyExchange: KeyExchange, cipher: RecordCipher, hash: TLSHash) {
        self.keyExchange = keyExchange
        self.cipher = cipher
        self.hash = hash
    }
}

/// The hash function in the HMAC of records that are authenticated apart from their encryption.
@nonexhaustive
public enum TLSRecordMAC: Hashable, Sendable {
    /// HMAC-SHA1, 20 bytes.
    case sha1
    /// HMAC-SHA256, 32 bytes.
    case sha256
    /// HMAC-SHA384, 48 bytes.
    case sha384

    /// Bytes of a MAC and of its key.
    public var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        }
    }
}

extension TLSCipherSuite {
    /// What the suite says about keys and records; nil for suites whose records are not opened here: with RC4, DES,
    /// Camellia, ARIA, or no encryption, and with key exchange by certificates of fixed Diffie-Hellman or by none.
    public var parameters: TLSCipherSuiteParameters? { Self.parameters[rawValue] }

    /// Those of all suites of TLS 1.3, the usual ones first.
    static let ofTLS13: [TLSCipherSuiteParameters] = (0x1301...0x1305).compactMap { parameters[$0] }

    private static let parameters: [UInt16: TLSCipherSuiteParameters] = {
        typealias Cipher = TLSCipherSuiteParameters.RecordCipher
        var table: [UInt16: TLSCipherSuiteParameters] = [:]
        func add(
            _ numbers: [UInt16: TLSCipherSuiteParameters.KeyExchange], _ cipher: Cipher, _ hash: TLSHash = .sha256
        ) {
            for (number, exchange) in numbers {
                table[number] = TLSCipherSuiteParameters(keyExchange: exchange, cipher: cipher, hash: hash)
            }
        }
        // Each line has the ECDSA and the RSA variant of a suite, which only differ in the certificate.
        // RFC 8446 §B.4, RFC 5288, RFC 5289, RFC 5487, RFC 8442.
        add(
            [
                0x1301: .negotiated, 0xC02B: .ecdhe, 0xC02F: .ecdhe, 0x009C: .rsa, 0x009E: .dhe, 0x00A8: .psk,
                0x00AA: .dhePSK, 0x00AC: .rsaPSK, 0xD001: .ecdhePSK,
            ], .aesGCM(keySize: 16))
        add(
            [
                0x1302: .negotiated, 0xC02C: .ecdhe, 0xC030: .ecdhe, 0x009D: .rsa, 0x009F: .dhe, 0x00A9: .psk,
                0x00AB: .dhePSK, 0x00AD: .rsaPSK, 0xD002: .ecdhePSK,
            ], .aesGCM(keySize: 32), .sha384)
        // RFC 7905.
        add(
            [
                0x1303: .negotiated, 0xCCA8: .ecdhe, 0xCCA9: .ecdhe, 0xCCAA: .dhe, 0xCCAB: .psk, 0xCCAC: .ecdhePSK,
                0xCCAD: .dhePSK, 0xCCAE: .rsaPSK,
            ], .chaCha20Poly1305)
        // RFC 6655, RFC 7251, RFC 8442.
        add(
            [
                0x1304: .negotiated, 0xC0AC: .ecdhe, 0xC09C: .rsa, 0xC09E: .dhe, 0xC0A4: .psk, 0xC0A6: .dhePSK,
                0xD005: .ecdhePSK,
            ],
            .aesCCM(keySize: 16, tagSize: 16))
        add(
            [0xC0AD: .ecdhe, 0xC09D: .rsa, 0xC09F: .dhe, 0xC0A5: .psk, 0xC0A7: .dhePSK],
            .aesCCM(keySize: 32, tagSize: 16))
        add(
            [
                0x1305: .negotiated, 0xC0AE: .ecdhe, 0xC0A0: .rsa, 0xC0A2: .dhe, 0xC0A8: .psk, 0xC0AA: .dhePSK,
                0xD003: .ecdhePSK,
            ],
            .aesCCM(keySize: 16, tagSize: 8))
        add(
            [0xC0AF: .ecdhe, 0xC0A1: .rsa, 0xC0A3: .dhe, 0xC0A9: .psk, 0xC0AB: .dhePSK],
            .aesCCM(keySize: 32, tagSize: 8))
        // RFC 5246, RFC 8422, RFC 4279, RFC 5489.
        add(
            [
                0xC009: .ecdhe, 0xC013: .ecdhe, 0x002F: .rsa, 0x0033: .dhe, 0x0032: .dhe, 0x008C: .psk, 0x0090: .dhePSK,
                0x0094: .rsaPSK, 0xC035: .ecdhePSK,
            ], .aesCBC(keySize: 16, .sha1))
        add(
            [
                0xC00A: .ecdhe, 0xC014: .ecdhe, 0x0035: .rsa, 0x0039: .dhe, 0x0038: .dhe, 0x008D: .psk, 0x0091: .dhePSK,
                0x0095: .rsaPSK, 0xC036: .ecdhePSK,
            ], .aesCBC(keySize: 32, .sha1))
        // RFC 5246, RFC 5289, RFC 5487, RFC 5489.
        add(
            [
                0xC023: .ecdhe, 0xC027: .ecdhe, 0x003C: .rsa, 0x0067: .dhe, 0x0040: .dhe, 0x00AE: .psk, 0x00B2: .dhePSK,
                0x00B6: .rsaPSK, 0xC037: .ecdhePSK,
            ], .aesCBC(keySize: 16, .sha256))
        add([0x003D: .rsa, 0x006B: .dhe, 0x006A: .dhe], .aesCBC(keySize: 32, .sha256))
        add(
            [0xC024: .ecdhe, 0xC028: .ecdhe, 0x00AF: .psk, 0x00B3: .dhePSK, 0x00B7: .rsaPSK, 0xC038: .ecdhePSK],
            .aesCBC(keySize: 32, .sha384), .sha384)
        return table
    }()
}
