import Testing
import WireTesting

@Suite struct MutatedInputsTests {
    private let samples: [[UInt8]] = [[UInt8](repeating: 1, count: 30), [2, 2], [3, 3, 3]]

    @Test func beginsWithNothingAndTheSamplesThemselves() {
        let inputs = MutatedInputs(samples: samples, seed: 4)
        #expect((0...3).map { inputs.input($0, of: 100) } == [[], [2, 2], [3, 3, 3], samples[0]])
    }

    @Test func anInputDependsOnItsNumberAlone() {
        let inputs = MutatedInputs(samples: samples, seed: 4)
        let other = MutatedInputs(samples: samples, seed: 4)
        _ = other.input(17, of: 100)
        #expect(inputs.input(50, of: 100) == other.input(50, of: 100))
        #expect(
            (10..<100).contains {
                inputs.input($0, of: 100) != MutatedInputs(samples: samples, seed: 5).input($0, of: 100)
            })
    }

    @Test func largeSamplesComeLater() {
        let none = Mutator("none") { _, _ in }
        let samples = (1...20).map { [UInt8](repeating: 0, count: $0) }
        let inputs = MutatedInputs(samples: samples, mutators: [none], seed: 4)
        let sizes = (21..<1000).map { inputs.input($0, of: 1000).count }
        #expect(sizes[..<200].reduce(0, +) < sizes.suffix(200).reduce(0, +))
    }

    @Test func withoutSamplesInputsAreRandom() {
        let inputs = MutatedInputs(samples: [], seed: 4)
        #expect(Set((0..<200).map { inputs.input($0, of: 200) }).count > 100)
    }
}
