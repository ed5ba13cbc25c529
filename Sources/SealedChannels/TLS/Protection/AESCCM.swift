import Crypto
import CryptoExtras
import WireCoding

/// AES in counter mode with CBC-MAC (RFC 3610, NIST SP 800-38C), which swift-crypto does not have: put together from
/// its modes AES-CBC, whose last block is the MAC, and AES-CTR.
struct AESCCM: Sendable {
    static let blockSize = 16
    /// Bytes of a nonce: with more of them, less is left for the length of the message.
    static let nonceSizes = 7...13

    let key: SymmetricKey
    /// 4, 6, …, 16.
    let tagSize: Int

    /// - Returns: The encrypted bytes, then the tag; nil for a nonce of another size than allowed, or for a message
    ///   that is longer than its length can say.
    func seal(_ plaintext: [UInt8], nonce: [UInt8], authenticating associated: [UInt8]) -> [UInt8]? {
        guard let tag = mac(plaintext, nonce: nonce, authenticating: associated),
            // The first block of the stream is for the tag, those behind it for the message.
            let masked = stream(tag + plaintext, nonce: nonce)
        else { return nil }
        return Array(masked[Self.blockSize...] + masked[..<tagSize])
    }

    /// - Returns: The plaintext; nil as above, or if it does not authenticate.
    func open(_ sealed: Span<UInt8>, nonce: [UInt8], authenticating associated: [UInt8]) -> [UInt8]? {
        guard sealed.count >= tagSize else { return nil }
        let count = sealed.count - tagSize
        var masked: [UInt8] = []
        masked.reserveCapacity(Self.blockSize + count)
        masked.append(copying: sealed.extracting(count..<sealed.count))
        masked.append(contentsOf: repeatElement(0, count: Self.blockSize - tagSize))
        masked.append(copying: sealed.extracting(0..<count))
        guard var plaintext = stream(masked, nonce: nonce) else { return nil }
        let tag = Array(plaintext[..<tagSize])
        plaintext.removeFirst(Self.blockSize)
        guard let expected = mac(plaintext, nonce: nonce, authenticating: associated) else { return nil }
        // All bytes are compared, wherever the first difference is.
        var difference: UInt8 = 0
        for index in 0..<tagSize { difference |= tag[index] ^ expected[index] }
        return difference == 0 ? plaintext : nil
    }

    /// The keystream over the bytes, from block 0 on (RFC 3610 §2.3).
    private func stream(_ bytes: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard Self.nonceSizes.contains(nonce.count) else { return nil }
        let lengthSize = Self.blockSize - 1 - nonce.count
        let counter = [UInt8(lengthSize - 1)] + nonce + [UInt8](repeating: 0, count: lengthSize)
        guard let counter = try? AES._CTR.Nonce(nonceBytes: counter),
            let result = try? AES._CTR.encrypt(bytes, using: key, nonce: counter)
        else { return nil }
        return [UInt8](result)
    }

    /// The CBC-MAC of RFC 3610 §2.2, all 16 bytes of it.
    private func mac(_ message: [UInt8], nonce: [UInt8], authenticating associated: [UInt8]) -> [UInt8]? {
        guard Self.nonceSizes.contains(nonce.count) else { return nil }
        let lengthSize = Self.blockSize - 1 - nonce.count
        guard lengthSize >= 8 || message.count >> (8 * lengthSize) == 0,
            // Longer associated data has another form of length, which no record has.
            associated.count < 0xFF00
        else { return nil }
        let flags = (associated.isEmpty ? 0 : 0x40) | ((tagSize - 2) / 2) << 3 | (lengthSize - 1)
        var blocks: [UInt8] = []
        blocks.reserveCapacity(associated.count + message.count + 4 * Self.blockSize)
        blocks.append(UInt8(flags))
        blocks.append(contentsOf: nonce)
        for index in (0..<lengthSize).reversed() {
            blocks.append(index < 8 ? UInt8(truncatingIfNeeded: message.count >> (8 * index)) : 0)
        }
        if !associated.isEmpty {
            blocks.append(UInt8(associated.count >> 8))
            blocks.append(UInt8(associated.count & 0xFF))
            blocks.append(contentsOf: associated)
            blocks.padToBlock()
        }
        blocks.append(contentsOf: message)
        blocks.padToBlock()
        guard let zero = try? AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: Self.blockSize)),
            let chained = try? AES._CBC.encrypt(blocks, using: key, iv: zero, noPadding: true)
        else { return nil }
        return [UInt8](chained.suffix(Self.blockSize))
    }
}

extension [UInt8] {
    /// Zeros up to a whole number of AES blocks.
    fileprivate mutating func padToBlock() {
        let excess = count % AESCCM.blockSize
        if excess > 0 { append(contentsOf: repeatElement(0, count: AESCCM.blockSize - excess)) }
    }
}
