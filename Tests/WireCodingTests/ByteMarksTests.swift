import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Vectors say the same as a loop over bytes.
@Suite struct ByteMarksTests {
    @Test func marksTheBytesThatLoopsFind() {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let bytes = generator.bytes(40).map { generator.chance(1, in: 3) ? 0x2F : $0 }
            let offset = generator.number(in: 0...24)
            let block = Array(bytes[offset..<offset + 16])
            let vector = bytes.span.loadVector(at: offset)
            let bound = UInt8(truncatingIfNeeded: generator.number(in: 0...255))

            let slashes = ByteMarks(vector.equals(0x2F))
            #expect(slashes.first == block.firstIndex(of: 0x2F) ?? 16)
            #expect(slashes.count == block.count { $0 == 0x2F })
            #expect(slashes.isEmpty == !block.contains(0x2F))
            let below = ByteMarks(vector.isBelow(bound))
            #expect(below.count == block.count { $0 < bound })
            #expect(ByteMarks(vector.minus(bound).isBelow(9)).count == block.count { $0 &- bound < 9 })
            #expect(vector.byteSum == block.reduce(0) { $0 + Int($1) })
            for place in 0...16 {
                #expect(below.before(place).count == block[..<place].count { $0 < bound })
                #expect(below.from(place).count == block[place...].count { $0 < bound })
                #expect(below.from(place).first == block[place...].firstIndex { $0 < bound } ?? 16)
            }
        }
    }

    @Test func loadsUpToTheEnd() {
        let bytes = Array(0..<17 as Range<UInt8>)
        for offset in 0...1 {
            let vector = bytes.span.loadVector(at: offset)
            #expect((0..<16).map { vector[$0] } == Array(bytes[offset..<offset + 16]))
        }
        #expect(SIMD16<UInt8>(repeating: 255).byteSum == 16 * 255)
    }
}
