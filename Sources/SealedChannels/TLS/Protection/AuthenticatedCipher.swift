import Crypto
import WireCoding

/// Encryption that authenticates (RFC 5116), with its key.
struct AuthenticatedCipher: Sendable {
    /// Bytes of every nonce of TLS and QUIC.
    static let nonceSize = 12

    private enum Kind: Sendable {
        case gcm(SymmetricKey)
        case ccm(AESCCM)
        case chaCha(SymmetricKey)
    }

    private let kind: Kind
    /// Bytes behind the encrypted ones.
    let tagSize: Int

    /// Nil for AES-CBC, which does not authenticate, and for a key of another size than the cipher's.
    init?(_ cipher: TLSCipherSuiteParameters.RecordCipher, key: SecretBytes) {
        guard key.count == cipher.keySize else { return nil }
        switch cipher {
        case .aesGCM:
            kind = .gcm(key.key)
            tagSize = 16
        case .aesCCM(_, let tagSize):
            kind = .ccm(AESCCM(key: key.key, tagSize: tagSize))
            self.tagSize = tagSize
        case .chaCha20Poly1305:
            kind = .chaCha(key.key)
            tagSize = 16
        case .aesCBC: return nil
        }
    }

    /// Opens encrypted bytes with their tag behind them.
    ///
    /// - Parameter nonce: Twelve bytes.
    /// - Returns: The plaintext; nil if it does not authenticate.
    func open(_ sealed: Span<UInt8>, nonce: [UInt8], authenticating associated: [UInt8]) -> [UInt8]? {
        if case .ccm(let ccm) = kind { return ccm.open(sealed, nonce: nonce, authenticating: associated) }
        guard sealed.count >= tagSize else { return nil }
        // The library's own order: nonce, encrypted bytes, tag.
        var combined: [UInt8] = []
        combined.reserveCapacity(nonce.count + sealed.count)
        combined.append(contentsOf: nonce)
        combined.append(copying: sealed)
        switch kind {
        case .gcm(let key):
            guard let box = try? AES.GCM.SealedBox(combined: combined),
                let opened = try? AES.GCM.open(box, using: key, authenticating: associated)
            else { return nil }
            return [UInt8](opened)
        case .chaCha(let key):
            guard let box = try? ChaChaPoly.SealedBox(combined: combined),
                let opened = try? ChaChaPoly.open(box, using: key, authenticating: associated)
            else { return nil }
            return [UInt8](opened)
        case .ccm: return nil
        }
    }

    /// - Parameter nonce: Twelve bytes.
    /// - Returns: The encrypted bytes, then the tag; nil for a nonce of another size.
    func seal(_ plaintext: [UInt8], nonce: [UInt8], authenticating associated: [UInt8]) -> [UInt8]? {
        switch kind {
        case .gcm(let key):
            guard let nonce = try? AES.GCM.Nonce(data: nonce),
                let box = try? AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: associated)
            else { return nil }
            return [UInt8](box.ciphertext) + [UInt8](box.tag)
        case .chaCha(let key):
            guard let nonce = try? ChaChaPoly.Nonce(data: nonce),
                let box = try? ChaChaPoly.seal(plaintext, using: key, nonce: nonce, authenticating: associated)
            else { return nil }
            return [UInt8](box.ciphertext) + [UInt8](box.tag)
        case .ccm(let ccm): return ccm.seal(plaintext, nonce: nonce, authenticating: associated)
        }
    }

    /// The nonce of TLS 1.3, and of ChaCha20-Poly1305 in TLS 1.2: the number of the record, with zeros before it,
    /// exclusive-or a secret of twelve bytes (RFC 8446 §5.3, RFC 7905 §2).
    static func nonce(_ secret: [UInt8], number: UInt64) -> [UInt8] {
        var nonce = secret
        for index in 0..<8 where index < nonce.count {
            nonce[nonce.count - 1 - index] ^= UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))
        }
        return nonce
    }
}
