import Testing
import WireTesting

@Suite struct GeneratorNameTests {
    private static let numbers = Generator<Int>(name: "numbers") { $0.number(in: 0...9) }

    @Test func aGeneratorIsNamedAfterWhatMakesIt() {
        #expect(String(describing: Generator<String>.extreme) == "Generator<String>.extreme")
        #expect(String(describing: Generator<UInt8>.plausible) == "Generator<UInt8>.plausible")
        #expect(Generator<Parcel>.parcels.description == "Generator<Parcel>.parcels")
        let dice = Generator<Int> { $0.number(in: 1...6) }
        #expect(dice.name == "aGeneratorIsNamedAfterWhatMakesIt()")
        #expect(Self.numbers.description == "Generator<Int>.numbers")
    }

    @Test func aGeneratorOfOthersNamesThem() {
        let numbers = Self.numbers
        #expect(numbers.map { "\($0)" }.description == "Generator<String>.numbers.map")
        #expect(numbers.list(count: 1...3).name == "numbers.list(count: 1...3)")
        #expect(Generator.oneOf([numbers, .plausible]).name == "oneOf(numbers, plausible)")
        #expect(
            Generator.frequency([(weight: 2, generator: numbers), (weight: 1, generator: .element(of: [5]))]).name
                == "frequency(2: numbers, 1: element(of:))")
    }
}
