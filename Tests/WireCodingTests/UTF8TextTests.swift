import Testing
import WireCoding
import WireTesting

@Suite struct UTF8TextTests {
    @Test func theLengthOfASequence() {
        for text in ["é", "€", "👩"] {
            let bytes = [0x61] + Array(text.utf8) + [0x61]
            #expect(UTF8Text.sequenceLength(in: bytes.span, at: 1) == text.utf8.count)
            let cut = Array(bytes.dropLast(2))
            #expect(UTF8Text.sequenceLength(in: cut.span, at: 1) == 0)
        }
    }

    @Test(
        arguments: [[0x80], [0xC1, 0x80], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5]]
            as [[UInt8]])
    func theFirstErrorIsWhereItsSequenceBegins(_ bytes: [UInt8]) {
        for before in 0...20 {
            let text = [UInt8](repeating: 0x61, count: before) + bytes + [0x61]
            #expect(UTF8Text.firstError(text.span) == before)
        }
    }

    @Test func agreesWithTheStandardLibrary() {
        for seed in 0..<5000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bytes = Array(random.text(random.number(in: 0...12)).utf8)
            if !bytes.isEmpty, random.chance(1, in: 2) {
                bytes[random.number(in: 0...bytes.count - 1)] = random.integer()
            }
            let error = UTF8Text.firstError(bytes.span)
            #expect((error == nil) == (String(validUTF8: bytes) != nil), "seed \(seed)")
            if let error { #expect(String(validUTF8: bytes[..<error]) != nil, "seed \(seed)") }
        }
    }
}
