import Crypto
import CryptoExtras
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
            return opened.copiedBytes
        case .chaCha(let key):
            guard let box = try? ChaChaPoly.SealedBox(combined: combined),
                let opened = try? ChaChaPoly.open(box, using: key, authenticating: associated)
            else { return nil }
            return opened.copiedBytes
        case .ccm: return nil
        }
    }

    /// The last byte of the plaintext, which is not authenticated: a block of the keystream gives it, however long the rest is.
    ///
    /// - Parameter nonce: Twelve bytes.
    /// - Returns: Nil if nothing is encrypted.
    func lastByte(of sealed: Span<UInt8>, nonce: [UInt8]) -> UInt8? {
        let place = sealed.count - tagSize - 1
        guard place >= 0, nonce.count == Self.nonceSize else { return nil }
        return keystreamByte(place, nonce).map { $0 ^ sealed[place] }
    }

    private func keystreamByte(_ place: Int, _ nonce: [UInt8]) -> UInt8? {
        switch kind {
        case .gcm(let key):
            // Counters of twelve-byte nonces begin at 1, which is for the tag (NIST SP 800-38D §7.1).
            var block = nonce + UInt32(truncatingIfNeeded: 2 + place / 16).bigEndianBytes
            guard (try? AES.permute(&block, key: key)) != nil else { return nil }
            return block[place % 16]
        case .ccm(let ccm):
            // Three bytes are left for the counter; block 0 is for the tag (RFC 3610 §2.3).
            var block = [2] + nonce + UInt32(truncatingIfNeeded: 1 + place / 16).bigEndianBytes.dropFirst()
            guard (try? AES.permute(&block, key: ccm.key)) != nil else { return nil }
            return block[place % 16]
        case .chaCha(let key):
            // Block 0 is for the key of the tag (RFC 8439 §2.8).
            let zeros = [UInt8](repeating: 0, count: place % 64 + 1)
            guard let nonce = try? Insecure.ChaCha20CTR.Nonce(data: nonce),
                let counter = try? Insecure.ChaCha20CTR.Counter(
                    offset: UInt32(truncatingIfNeeded: 1 + place / 64)),
                let stream = try? Insecure.ChaCha20CTR.encrypt(zeros, using: key, counter: counter, nonce: nonce)
            else { return nil }
            return stream.last
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

extension Collection<UInt8> {
    /// An array in one copy: made of the library's `Data`, it would ask for each byte.
    fileprivate var copiedBytes: [UInt8] {
        // The pointer is used for the one copy within the closure.
        withContiguousStorageIfAvailable { unsafe [UInt8]($0) } ?? [UInt8](self)
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] {
        [UInt8(self >> 24), UInt8(self >> 16 & 0xFF), UInt8(self >> 8 & 0xFF), UInt8(self & 0xFF)]
    }
}
