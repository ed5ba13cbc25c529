import Testing
import WireSimulation
import WireTesting

@Suite struct SeededGeneratorTests {
    @Test func theSequenceIsSplitMix64sAndNeverChanges() {
        var generator = SeededGenerator(seed: 0)
        #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
        #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
        #expect(generator.next() == 0x06C4_5D18_8009_454F)
        #expect(generator.next() == 0xF88B_B8A8_724C_81EC)
        // The published sequence for this seed.
        var other = SeededGenerator(seed: 1_234_567)
        #expect(other.next() == 6_457_827_717_110_365_317)
        #expect(other.next() == 3_203_168_211_198_807_973)
    }

    @Test func derivedValuesNeverChangeEither() {
        var numbers = SeededGenerator(seed: 0)
        #expect(numbers.number(in: 0...9) == Int(0xE220_A839_7B1D_CDAF % 10 as UInt64))
        var bytes = SeededGenerator(seed: 0)
        #expect(bytes.bytes(2) == [0x7B, 0xA1])
        var fractions = SeededGenerator(seed: 0)
        #expect(fractions.unitInterval() == Double(0xE220_A839_7B1D_CDAF >> 11 as UInt64) / 0x1p53)
        var elements = Array(0...9)
        var shuffles = SeededGenerator(seed: 0)
        shuffles.shuffle(&elements)
        var order = SeededGenerator(seed: 0)
        var expected = Array(0...9)
        for last in (1...9).reversed() { expected.swapAt(last, Int(order.next() % UInt64(last + 1))) }
        #expect(elements == expected && elements != Array(0...9))
        var texts = SeededGenerator(seed: 0)
        #expect(texts.letters(3) == "jab")
        #expect(Generator<String>.plausible.value(seed: 0, number: 0) == "Reception Mac (6)")
    }

    @Test func aNumbersOwnGeneratorIsSeededWithTheSeedsFirstOutputAndTheNumber() {
        var first = SeededGenerator(seed: 7)
        var second = SeededGenerator(seed: first.next() ^ 5)
        var third = SeededGenerator(seed: second.next())
        var numbered = SeededGenerator(seed: 7, number: 5)
        #expect(numbered.next() == third.next())
    }

    @Test func fractionsAreAtLeast0Below1AndSpreadEvenly() {
        var generator = SeededGenerator(seed: 7)
        let fractions = (0..<4000).map { _ in generator.unitInterval() }
        #expect(fractions.allSatisfy { (0..<1).contains($0) })
        #expect((1850...2150).contains(fractions.count { $0 < 0.5 }))
    }

    @Test func numbersStayInTheirRangeAlsoTheWidest() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<1000 {
            #expect((-3...3).contains(generator.number(in: -3...3)))
            #expect(generator.number(in: 5...5) == 5)
            _ = generator.number(in: Int.min...Int.max)
        }
        #expect(Set((0..<200).map { _ in generator.number(in: -3...3) }) == Set(-3...3))
    }

    @Test func aChanceComesTrueAboutAsOftenAsItSays() {
        var generator = SeededGenerator(seed: 7)
        let hits = (0..<4000).count { _ in generator.chance(1, in: 4) }
        #expect((900...1100).contains(hits))
        #expect(generator.chance(0, in: 4) == false)
        #expect(generator.chance(4, in: 4) == true)
    }
}
