import Testing
import WireTesting

/// Reductions of input with lengths, which stay true.
@Suite struct FieldReductionTests {
    private let short = FieldFormat(typeWidth: 1, lengthWidth: 1)

    /// Bodies of fields with a type and a length of one byte; nil where a length leads beyond the end.
    private func bodies(_ bytes: some Collection<UInt8>) -> [(type: UInt8, body: [UInt8])]? {
        var (rest, bodies) = (Array(bytes)[...], [(type: UInt8, body: [UInt8])]())
        while let type = rest.popFirst() {
            guard let length = rest.popFirst(), rest.count >= length else { return nil }
            bodies.append((type, Array(rest.prefix(Int(length)))))
            rest = rest.dropFirst(Int(length))
        }
        return bodies
    }

    @Test func fieldsThatDoNotMatterGo() {
        let input: [UInt8] = [1, 3, 7, 7, 7, 2, 2, 9, 9, 3, 0, 4, 1, 5]
        let reduction = InputReducer(fields: [short]).reduce(input) { bytes in
            bodies(bytes)?.contains { $0.type == 2 && $0.body.count > 1 } == true
        }
        #expect(reduction.bytes == [2, 2, 0, 0])
    }

    @Test func bodiesAreShortenedWithTheFieldsAroundThem() {
        // Within the field 8 there is a field 9 with a field 10.
        let inner: [UInt8] = [10, 20] + [UInt8](repeating: 0xAA, count: 20)
        let middle = [9, UInt8(inner.count + 3)] + inner + [11, 1, 0xBB]
        let input = [8, UInt8(middle.count)] + middle + [1, 1, 1]
        func innermost(_ bytes: [UInt8]) -> [UInt8]? {
            bodies(bytes)?.first { $0.type == 8 }.flatMap { bodies($0.body) }?.first { $0.type == 9 }
                .flatMap { bodies($0.body) }?.first { $0.type == 10 }?.body
        }
        #expect(innermost(input)?.count == 20)
        let reduction = InputReducer(fields: [short]).reduce(input) { (innermost($0)?.count ?? 0) > 12 }
        #expect(reduction.bytes == [8, 17, 9, 15, 10, 13] + [UInt8](repeating: 0, count: 13))
        // Without the format, no length can be lowered with what it counts.
        #expect(InputReducer().reduce(input) { (innermost($0)?.count ?? 0) > 12 }.bytes.count > 25)
    }

    @Test(arguments: [true, false])
    func numbersBeforeTheFieldsCountWhatIsLeft(countsAll: Bool) {
        let fields: [UInt8] = [1, 3, 7, 7, 7, 2, 4, 9, 9, 9, 9]
        let size = UInt16(fields.count + (countsAll ? 5 : 0))
        let input = [0x80, 0x80, 0x80, UInt8(size >> 8), UInt8(size & 0xFF)] + fields
        let reduction = InputReducer(fields: [short]).reduce(input) { bytes in
            guard bytes.count >= 5, bytes[..<3].elementsEqual([0x80, 0x80, 0x80]) else { return false }
            let size = Int(bytes[3]) << 8 | Int(bytes[4])
            guard size == bytes.count - (countsAll ? 0 : 5) else { return false }
            return bodies(bytes[5...])?.contains { $0.type == 2 && $0.body.count > 2 } == true
        }
        #expect(reduction.bytes == [0x80, 0x80, 0x80, 0, countsAll ? 10 : 5, 2, 3, 0, 0, 0])
    }

    @Test func paddingStaysWhatTheAlignmentAsksFor() {
        let format = FieldFormat(typeWidth: 1, lengthWidth: 1, alignment: 4)
        func count(_ bytes: [UInt8]) -> Int? {
            guard bytes.count % 4 == 0, bytes.count >= 4, bytes[0] == 5 else { return nil }
            return (Int(bytes[1]) + 2 + 3) / 4 * 4 == bytes.count ? Int(bytes[1]) : nil
        }
        let input: [UInt8] = [5, 21] + [UInt8](repeating: 9, count: 22)
        #expect(count(input) == 21)
        let reduction = InputReducer(fields: [format]).reduce(input) { (count($0) ?? 0) >= 8 }
        #expect(reduction.bytes == [5, 8] + [UInt8](repeating: 0, count: 10))
    }

    @Test func theFormatsOfMutatorsAreTheCommonOnes() {
        #expect(
            FieldFormat.common == [
                FieldFormat(typeWidth: 1, lengthWidth: 1), FieldFormat(typeWidth: 1, lengthWidth: 2),
                FieldFormat(typeWidth: 0, lengthWidth: 4, isBigEndian: true),
            ])
    }

    @Test func anInputThatIsNoListOfFieldsIsReducedAsBefore() {
        let input = [UInt8](repeating: 0xFF, count: 100)
        let reduction = InputReducer(fields: FieldFormat.common).reduce(input) { $0.count(where: { $0 > 3 }) >= 2 }
        #expect(reduction.bytes == [4, 4])
    }
}
