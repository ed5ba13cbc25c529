import Testing
import WireSimulation
import WireTesting

@Suite struct GeneratorTests {
    @Test func aNumberAloneMakesTheValue() {
        let generator = Generator<UInt64>.plausible
        let values = generator.values(seed: 5, count: 50)
        #expect(Set(values).count == 50)
        #expect(generator.value(seed: 5, number: 49) == values[49])
        #expect(generator.values(seed: 6, count: 50) != values)
    }

    @Test func combinatorsMakeWhatTheyAreMadeOf() {
        let digit = Generator<Int> { $0.number(in: 0...9) }
        #expect(digit.map { -$0 }.values(seed: 1, count: 100).allSatisfy { (-9...0).contains($0) })
        let lists = digit.list(count: 2...4).values(seed: 1, count: 100)
        #expect(Set(lists.map(\.count)) == [2, 3, 4])
        #expect(Set(lists.joined()) == Set(0...9))
        let either = Generator.oneOf([digit, Generator.element(of: [100, 200])]).values(seed: 1, count: 400)
        #expect((150...250).contains(either.count { $0 >= 100 }))
        #expect(Set(either).isSuperset(of: [100, 200]))
    }

    @Test func frequenciesFollowTheirWeights() {
        let generator = Generator.frequency([
            (weight: 3, generator: .element(of: ["often"])), (weight: 0, generator: .element(of: ["never"])),
            (weight: 1, generator: .element(of: ["seldom"])),
        ])
        let values = generator.values(seed: 1, count: 4000)
        #expect((2850...3150).contains(values.count { $0 == "often" }))
        #expect(!values.contains("never"))
    }

    @Test func extremesReachBothEnds() {
        let numbers = Generator<UInt16>.extreme.values(seed: 1, count: 500)
        #expect(Set(numbers).isSuperset(of: [0, 1, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF]))
        #expect(Set(Generator<Int8>.extreme.values(seed: 1, count: 500)).isSuperset(of: [-128, -1, 0, 127]))
        let bytes = Generator<[UInt8]>.extreme.values(seed: 1, count: 100).map(\.count)
        #expect(bytes.min() == 0 && bytes.max() == 0xFFFF)
        #expect(
            Generator<String>.extreme.values(seed: 1, count: 100).contains { $0.unicodeScalars.contains("\u{202E}") })
    }
}
