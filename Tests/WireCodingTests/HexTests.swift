import Testing
import WireCoding
import WireTesting

@Suite("Hexadecimal text")
struct HexTests {
    @Test("Two lower-case digits for each byte")
    func encoding() {
        #expect(Hex.encode([0x00, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
        #expect(Hex.encode([]) == "")
    }

    @Test("Digits of either case, white space and colons")
    func decoding() {
        #expect(Hex.decode("00 0f\nA0:fF\t") == [0x00, 0x0F, 0xA0, 0xFF])
        #expect(Hex.decode("") == [])
    }

    @Test("What is no hexadecimal text", arguments: ["0", "000", "0g", "0x00", "00,01", "é0", "00-01"])
    func refused(text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test("Decoding undoes encoding", arguments: 0..<20)
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = generator.bytes(generator.number(in: 0...60))
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }
}
