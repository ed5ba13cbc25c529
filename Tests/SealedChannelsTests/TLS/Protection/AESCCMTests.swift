import Crypto
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct AESCCMTests {
    struct Example: Sendable {
        let key, nonce, associated, plaintext, sealed: [UInt8]
        let tagSize: Int
    }

    static let examples = [
        // RFC 3610 §8, packet vectors 1, 2 and 7.
        Example(
            key: hex("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"), nonce: hex("00000003020100a0a1a2a3a4a5"),
            associated: hex("0001020304050607"), plaintext: hex("08090a0b0c0d0e0f101112131415161718191a1b1c1d1e"),
            sealed: hex("588c979a61c663d2f066d0c2c0f989806d5f6b61dac38417e8d12cfdf926e0"), tagSize: 8),
        Example(
            key: hex("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"), nonce: hex("00000004030201a0a1a2a3a4a5"),
            associated: hex("0001020304050607"), plaintext: hex("08090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"),
            sealed: hex("72c91a36e135f8cf291ca894085c87e3cc15c439c9e43a3ba091d56e10400916"), tagSize: 8),
        Example(
            key: hex("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"), nonce: hex("00000009080706a0a1a2a3a4a5"),
            associated: hex("0001020304050607"), plaintext: hex("08090a0b0c0d0e0f101112131415161718191a1b1c1d1e"),
            sealed: hex("0135d1b2c95f41d5d1d4fec185d166b8094e999dfed96c048c56602c97acbb7490"), tagSize: 10),
        // NIST SP 800-38C, examples 1 to 3.
        Example(
            key: hex("404142434445464748494a4b4c4d4e4f"), nonce: hex("10111213141516"),
            associated: hex("0001020304050607"), plaintext: hex("20212223"), sealed: hex("7162015b4dac255d"),
            tagSize: 4),
        Example(
            key: hex("404142434445464748494a4b4c4d4e4f"), nonce: hex("1011121314151617"),
            associated: hex("000102030405060708090a0b0c0d0e0f"),
            plaintext: hex("202122232425262728292a2b2c2d2e2f"),
            sealed: hex("d2a1f0e051ea5f62081a7792073d593d1fc64fbfaccd"), tagSize: 6),
        Example(
            key: hex("404142434445464748494a4b4c4d4e4f"), nonce: hex("101112131415161718191a1b"),
            associated: hex("000102030405060708090a0b0c0d0e0f10111213"),
            plaintext: hex("202122232425262728292a2b2c2d2e2f3031323334353637"),
            sealed: hex("e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5484392fbc1b09951"), tagSize: 8),
    ]

    private func open(
        _ cipher: AESCCM, _ sealed: [UInt8], nonce: [UInt8], authenticating associated: [UInt8]
    ) -> [UInt8]? {
        cipher.open(sealed.span, nonce: nonce, authenticating: associated)
    }

    @Test(arguments: examples)
    func sealsAndOpensTheExamplesOfTheSpecifications(example: Example) {
        let cipher = AESCCM(key: SymmetricKey(data: example.key), tagSize: example.tagSize)
        #expect(
            cipher.seal(example.plaintext, nonce: example.nonce, authenticating: example.associated)
                == example.sealed)
        #expect(
            open(cipher, example.sealed, nonce: example.nonce, authenticating: example.associated)
                == example.plaintext)
    }

    @Test(arguments: examples)
    func everyChangedBitIsRefused(example: Example) {
        let cipher = AESCCM(key: SymmetricKey(data: example.key), tagSize: example.tagSize)
        for bit in 0..<8 * example.sealed.count {
            var changed = example.sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(open(cipher, changed, nonce: example.nonce, authenticating: example.associated) == nil)
        }
        #expect(open(cipher, example.sealed, nonce: example.nonce, authenticating: []) == nil)
    }

    @Test func opensWhatItSealsOfAnyLength() {
        var random = SeededGenerator(seed: 11)
        for length in Array(0...70) + [255, 1000, 16_384] {
            let cipher = AESCCM(
                key: SymmetricKey(data: random.bytes(random.pick([16, 32]))), tagSize: random.pick([8, 16]))
            let nonce = random.bytes(12)
            let associated = random.bytes(random.number(in: 0...40))
            let plaintext = random.bytes(length)
            let sealed = cipher.seal(plaintext, nonce: nonce, authenticating: associated) ?? []
            #expect(open(cipher, sealed, nonce: nonce, authenticating: associated) == plaintext)
        }
    }

    @Test func whatCannotBeSealedIsRefused() {
        let cipher = AESCCM(key: SymmetricKey(data: [UInt8](repeating: 1, count: 16)), tagSize: 16)
        for size in [0, 6, 14, 16] {
            #expect(cipher.seal([], nonce: [UInt8](repeating: 0, count: size), authenticating: []) == nil)
        }
        // A nonce of 13 bytes leaves two for the length.
        let long = [UInt8](repeating: 0, count: 0x1_0000)
        #expect(cipher.seal(long, nonce: [UInt8](repeating: 0, count: 13), authenticating: []) == nil)
        #expect(
            open(cipher, [UInt8](repeating: 0, count: 15), nonce: [UInt8](repeating: 0, count: 12), authenticating: [])
                == nil)
    }
}
