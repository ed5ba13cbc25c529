import Testing
import WireCoding
@testable import SealedChannels

@Suite struct SecretBytesTests {
    @Test func saysHowManyBytesThereAreAndNotWhich() {
        let secret = SecretBytes([0xAB, 0xCD, 0xEF])
        var text = "\(secret) \(String(reflecting: secret))"
        dump(secret, to: &text)
        #expect(text.contains("3 secret bytes"))
        for digits in ["ab", "AB", "171", "cd", "205"] { #expect(!text.contains(digits)) }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func bytesThatAreTakenOverAreOverwritten() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = SecretBytes(wiping: &bytes)
        #expect(bytes.isEmpty)
        #expect(secret == SecretBytes([1, 2, 3]))
        #expect(secret != SecretBytes([1, 2, 4]))
        #expect(secret != SecretBytes([1, 2]))
    }

    @Test func digitsAreTheOnlyWayOut() {
        var writer = ByteWriter()
        SecretBytes([0x00, 0xA5, 0xFF]).serializeHexadecimal(into: &writer)
        #expect(writer.bytes == Array("00a5ff".utf8))
    }
}
