import Testing
import WireCoding
import WireTesting

@Suite struct HexTests {
    @Test func twoLowerCaseDigitsForEachByte() {
        #expect(Hex.encode([0x00, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
        #expect(Hex.encode([]) == "")
    }

    @Test func digitsOfEitherCaseWhiteSpaceAndColons() {
        #expect(Hex.decode("00 0f\nA0:fF\t") == [0x00, 0x0F, 0xA0, 0xFF])
        #expect(Hex.decode("") == [])
    }

    @Test(arguments: ["0", "000", "0g", "0x00", "00,01", "é0", "00-01"])
    func whatIsNotHexadecimalText(text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test(arguments: 0..<20)
    func decodingUndoesEncoding(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = generator.bytes(generator.number(in: 0...60))
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }
}
