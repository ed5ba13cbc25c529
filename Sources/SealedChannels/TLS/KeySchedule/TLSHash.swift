import Crypto
import WireCoding

/// The hash function of a cipher suite: of its transcript, its pseudorandom function and its key derivation.
@nonexhaustive
public enum TLSHash: Hashable, Sendable {
    /// SHA-256, 32 bytes.
    case sha256
    /// SHA-384, 48 bytes.
    case sha384

    /// Bytes of a hash.
    public var byteCount: Int {
        switch self {
        case .sha256: SHA256.byteCount
        case .sha384: SHA384.byteCount
        }
    }

    /// The hash of the bytes.
    public func hash(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        }
    }

    /// The HMAC of the bytes (RFC 2104).
    func hmac(_ bytes: [UInt8], key: SecretBytes) -> SecretBytes {
        switch self {
        case .sha256: SecretBytes(key: SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: bytes, using: key.key)))
        case .sha384: SecretBytes(key: SymmetricKey(data: HMAC<SHA384>.authenticationCode(for: bytes, using: key.key)))
        }
    }
}
