import Crypto
import CryptoExtras
import WireCoding

/// What hides the low bits of a packet's first byte and its packet number (RFC 9001 §5.4).
///
/// The key stays the same for all generations of a secret (RFC 9001 §6).
struct QUICHeaderProtection: Sendable {
    /// Bytes of encrypted payload that a mask is made of.
    static let sampleSize = 16
    /// The sample begins where a packet number of the largest size would end (RFC 9001 §5.4.2).
    static let sampleOffset = 4

    /// Bits to be flipped.
    struct Mask: Sendable {
        /// Of the first byte; its high bits are those of a long header or of a short one.
        let firstByte: UInt8
        /// Of the packet number; its first byte is the highest.
        let number: UInt32
    }

    private let key: SymmetricKey
    private let isChaCha: Bool

    init(_ cipher: TLSCipherSuiteParameters.RecordCipher, key: SecretBytes) {
        self.key = key.key
        isChaCha = cipher == .chaCha20Poly1305
    }

    /// - Parameter sample: 16 bytes.
    /// - Returns: Nil for a sample of another size.
    func mask(_ sample: Span<UInt8>) -> Mask? {
        guard sample.count == Self.sampleSize else { return nil }
        guard isChaCha else {
            var block = sample.copied()
            guard (try? AES.permute(&block, key: key)) != nil else { return nil }
            return Mask(firstByte: block[0], number: block.span.bigEndianUInt32(at: 1))
        }
        // RFC 9001 §5.4.4: a counter with its lowest byte first, then the nonce.
        let zeros: [UInt8] = [0, 0, 0, 0, 0]
        guard let counter = try? Insecure.ChaCha20CTR.Counter(offset: sample.littleEndianUInt32(at: 0)),
            let nonce = try? Insecure.ChaCha20CTR.Nonce(data: sample.copied(4..<Self.sampleSize)),
            let stream = try? Insecure.ChaCha20CTR.encrypt(zeros, using: key, counter: counter, nonce: nonce)
        else { return nil }
        let bytes = [UInt8](stream)
        return Mask(firstByte: bytes[0], number: bytes.span.bigEndianUInt32(at: 1))
    }

    /// The bits of a first byte that are protected: in a short header one more, the key phase.
    static func protectedBits(isLong: Bool) -> UInt8 { isLong ? 0x0F : 0x1F }
}
