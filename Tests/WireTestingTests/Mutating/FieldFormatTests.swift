import Testing
import WireTesting

@Suite struct FieldFormatTests {
    private func results(_ name: String, _ format: FieldFormat, of sample: [UInt8], count: Int = 200) throws
        -> [[UInt8]]
    {
        let mutator = try #require(Mutator.fields("mine", format).first { $0.name == name })
        return (0..<count).map { number in
            var random = SeededGenerator(seed: 9, number: number)
            var bytes = sample
            mutator.mutate(&bytes, &random)
            return bytes
        }
    }

    @Test func mutatorsAreNamedAfterTheirFormat() {
        let names = Mutator.fields("mine", FieldFormat(typeWidth: 1, lengthWidth: 1)).map(\.name)
        #expect(
            names == [
                "mine-length", "mine-duplicate", "mine-swap", "mine-delete", "mine-resize", "mine-cut", "mine-type",
            ])
        // Without a type there is none to change.
        #expect(Mutator.fields("mine", FieldFormat(typeWidth: 0, lengthWidth: 4)).count == 6)
    }

    @Test func lengthsMayCountTheHeaderToo() throws {
        let format = FieldFormat(typeWidth: 1, lengthWidth: 2, isBigEndian: true, countsHeader: true)
        let sample: [UInt8] = [1, 0, 5, 0xA, 0xB, 2, 0, 3, 3, 0, 4, 0xC]
        #expect(
            try Set(results("mine-delete", format, of: sample)) == [
                [2, 0, 3, 3, 0, 4, 0xC], [1, 0, 5, 0xA, 0xB, 3, 0, 4, 0xC], [1, 0, 5, 0xA, 0xB, 2, 0, 3],
            ])
        // Whatever is left of a body or added to it, the lengths lead to the end.
        for bytes in try results("mine-resize", format, of: sample) {
            var rest = bytes[...]
            while let length = rest.dropFirst(2).first { rest = rest.dropFirst(Int(length)) }
            #expect(rest.isEmpty)
        }
        // A length that is shorter than what it counts ends the row.
        #expect(
            try results("mine-delete", format, of: [1, 0, 2, 2, 0, 3]).allSatisfy {
                $0 == [1, 0, 2, 2, 0, 3] || $0.count == 3
            })
    }

    @Test func fieldsBeginAtMultiplesOfTheAlignment() throws {
        let format = FieldFormat(typeWidth: 2, lengthWidth: 2, isBigEndian: true, alignment: 4)
        let sample: [UInt8] = [0, 1, 0, 1, 0xA, 0, 0, 0, 0, 2, 0, 4, 1, 2, 3, 4]
        #expect(try Set(results("mine-delete", format, of: sample)) == [Array(sample[8...]), Array(sample[..<8])])
    }

    @Test func aStartThatIsGivenIsNotSearched() throws {
        let sample: [UInt8] = [0, 0, 0, 0, 1, 1, 7, 2, 0]
        let searched = try results("mine-delete", FieldFormat(typeWidth: 1, lengthWidth: 1), of: sample)
        #expect(searched.contains([0, 0, 1, 1, 7, 2, 0]))
        let given = try results("mine-delete", FieldFormat(typeWidth: 1, lengthWidth: 1, start: 4), of: sample)
        #expect(Set(given) == [[0, 0, 0, 0, 2, 0], [0, 0, 0, 0, 1, 1, 7]])
        let beyond = try results("mine-delete", FieldFormat(typeWidth: 1, lengthWidth: 1, start: 40), of: sample)
        #expect(Set(beyond) == [sample])
    }
}
