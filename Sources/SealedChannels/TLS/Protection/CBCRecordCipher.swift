import Crypto
import CryptoExtras
import WireCoding

/// AES-CBC with an HMAC, of the content before it is encrypted (RFC 5246 §6.2.3.2) or of what was encrypted (RFC 7366).
///
/// | bytes | field |
/// |---|---|
/// | 16 | initialization vector |
/// | … | encrypted: content, MAC unless it is behind, padding of 1 to 256 bytes |
/// | 0 or 20, 32, 48 | MAC, with encrypt-then-MAC |
struct CBCRecordCipher: Sendable {
    static let blockSize = 16

    let key: SymmetricKey
    let macKey: SymmetricKey
    let mac: TLSRecordMAC
    let encryptsThenAuthenticates: Bool

    /// Bytes of the shortest record: with one byte of padding, which fills a block.
    var minimumLength: Int {
        encryptsThenAuthenticates
            ? 2 * Self.blockSize + mac.byteCount
            : Self.blockSize + (mac.byteCount + Self.blockSize) / Self.blockSize * Self.blockSize
    }

    /// - Parameter prefix: What is authenticated before the length: number, type and version.
    func open(_ fragment: Span<UInt8>, prefix: [UInt8]) throws(RecordProtectionError) -> [UInt8] {
        guard fragment.count >= minimumLength else {
            throw .tooShort(length: fragment.count, minimum: minimumLength)
        }
        let end = encryptsThenAuthenticates ? fragment.count - mac.byteCount : fragment.count
        let encrypted = end - Self.blockSize
        guard encrypted.isMultiple(of: Self.blockSize) else { throw .notWholeBlocks(length: encrypted) }
        if encryptsThenAuthenticates {
            let authenticated = prefix.appending(length: end) + fragment.copied(0..<end)
            guard isValid(fragment.copied(end..<fragment.count), of: authenticated) else { throw .notAuthentic }
        }
        guard let vector = try? AES._CBC.IV(ivBytes: fragment.copied(0..<Self.blockSize)),
            let decrypted = try? AES._CBC.decrypt(
                fragment.copied(Self.blockSize..<end), using: key, iv: vector, noPadding: true)
        else { throw .notAuthentic }
        var plaintext = [UInt8](decrypted)
        // What is behind the content, if the padding is as it must be; a record with another one is refused in the same
        // way as one with another MAC.
        let trailer = (encryptsThenAuthenticates ? 0 : mac.byteCount) + Self.paddingSize(plaintext.span)
        guard trailer <= plaintext.count, Self.hasPadding(plaintext.span) else {
            plaintext.wipe()
            throw .notAuthentic
        }
        let count = plaintext.count - trailer
        if !encryptsThenAuthenticates {
            let code = Array(plaintext[count..<count + mac.byteCount])
            guard isValid(code, of: prefix.appending(length: count) + plaintext[..<count]) else {
                plaintext.wipe()
                throw .notAuthentic
            }
        }
        plaintext.removeLast(trailer)
        return plaintext
    }

    /// With as little padding as there can be.
    ///
    /// - Parameter vector: 16 bytes.
    func seal(_ content: [UInt8], vector: [UInt8], prefix: [UInt8]) throws(RecordProtectionError) -> [UInt8] {
        var plaintext = content
        if !encryptsThenAuthenticates { plaintext += code(of: prefix.appending(length: content.count) + content) }
        let padding = Self.blockSize - 1 - plaintext.count % Self.blockSize
        plaintext.append(contentsOf: repeatElement(UInt8(padding), count: padding + 1))
        guard let initial = try? AES._CBC.IV(ivBytes: vector),
            let encrypted = try? AES._CBC.encrypt(plaintext, using: key, iv: initial, noPadding: true)
        else { throw .explicitPart(length: vector.count, expected: Self.blockSize) }
        let fragment = vector + [UInt8](encrypted)
        guard encryptsThenAuthenticates else { return fragment }
        return fragment + code(of: prefix.appending(length: fragment.count) + fragment)
    }

    /// Bytes of the padding with its length, as its last byte says.
    private static func paddingSize(_ plaintext: Span<UInt8>) -> Int { Int(plaintext[plaintext.count - 1]) + 1 }

    /// Whether all bytes of the padding, of which there are enough, are like its last one.
    private static func hasPadding(_ plaintext: Span<UInt8>) -> Bool {
        let size = paddingSize(plaintext)
        guard size <= plaintext.count else { return false }
        var difference: UInt8 = 0
        for index in plaintext.count - size..<plaintext.count { difference |= plaintext[index] ^ UInt8(size - 1) }
        return difference == 0
    }

    private func isValid(_ code: [UInt8], of bytes: [UInt8]) -> Bool {
        switch mac {
        case .sha1: HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: bytes, using: macKey)
        case .sha256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: macKey)
        case .sha384: HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: bytes, using: macKey)
        }
    }

    private func code(of bytes: [UInt8]) -> [UInt8] {
        switch mac {
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: macKey))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: bytes, using: macKey))
        case .sha384: Array(HMAC<SHA384>.authenticationCode(for: bytes, using: macKey))
        }
    }
}

extension [UInt8] {
    /// With a length of two bytes behind.
    func appending(length: Int) -> [UInt8] {
        self + [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    }
}
