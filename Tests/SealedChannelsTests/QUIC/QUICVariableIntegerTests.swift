import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICVariableIntegerTests {
    private static func parse(_ bytes: [UInt8]) throws(WireError) -> QUICVariableInteger {
        var reader = ByteReader(bytes.span)
        return try QUICVariableInteger(parsing: &reader, "number")
    }

    /// The examples of RFC 9000 §A.1.
    @Test(
        arguments: [
            ([0xC2, 0x19, 0x7C, 0x5E, 0xFF, 0x14, 0xE8, 0x8C], 151_288_809_941_952_652, .eight),
            ([0x9D, 0x7F, 0x3E, 0x7D], 494_878_333, .four), ([0x7B, 0xBD], 15_293, .two), ([0x25], 37, .one),
            ([0x40, 0x25], 37, .two),
        ] as [([UInt8], UInt64, QUICVariableInteger.Width)])
    func readsTheExamples(_ bytes: [UInt8], value: UInt64, width: QUICVariableInteger.Width) throws {
        let number = try Self.parse(bytes)
        #expect(number.value == value)
        #expect(number.width == width)
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let width = generator.pick(QUICVariableInteger.Width.allCases)
            let number = try #require(QUICVariableInteger(generator.next() & width.maximum, width: width))
            var writer = ByteWriter()
            number.serialize(into: &writer)
            #expect(writer.count == width.bytes)
            #expect(try Self.parse(writer.bytes) == number)
        }
    }

    @Test func takesTheSmallestWidth() {
        #expect(QUICVariableInteger(63)?.width == .one)
        #expect(QUICVariableInteger(64)?.width == .two)
        #expect(QUICVariableInteger(16_384)?.width == .four)
        #expect(QUICVariableInteger(1 << 30)?.width == .eight)
        #expect(QUICVariableInteger(QUICVariableInteger.maximum)?.value == 1 << 62 - 1)
        #expect(QUICVariableInteger(QUICVariableInteger.maximum + 1) == nil)
        #expect(QUICVariableInteger(64, width: .one) == nil)
    }

    @Test func everyCutIsAnError() {
        let whole: [UInt8] = [0xC2, 0x19, 0x7C, 0x5E, 0xFF, 0x14, 0xE8, 0x8C]
        for count in 0..<whole.count {
            let needed = count == 0 ? 1 : 8
            #expect(throws: WireError(.truncated(needed: needed, available: count), field: "number", offset: 0)) {
                try Self.parse(Array(whole[..<count]))
            }
        }
    }
}
