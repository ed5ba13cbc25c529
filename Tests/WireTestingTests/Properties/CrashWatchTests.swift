import Testing
import WireCoding
import WireTesting

/// Parsers that trap, each in a process of its own.
@Suite struct CrashWatchTests {
    @Test func aTrapTellsItsInputFirst() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try expectNoCrash(parsing: [[1, 2, 3]], mutators: [], seed: 77, property: "traps at three") { bytes in
                    // Bounds are checked in every build.
                    if bytes.count == 3 { _ = bytes[Int(bytes[2])] }
                }
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            text.contains("traps at three: the process dies of a signal\n  seed 77, input 1, 3 bytes\n  hex: 010203\n"))
        #expect(text.contains("let bytes: [UInt8] = [\n      0x01, 0x02, 0x03, \n  ]"))
    }

    @Test func anEndlessRecursionTellsItsInputToo() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try expectNoCrash(parsing: [[9]], mutators: [], property: "nests") { bytes in
                    if bytes == [9] { _ = Nesting.depth(bytes, 0) }
                }
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("input 1, 1 bytes\n  hex: 09\n"))
    }

    @Test func aValueWhoseWritingTrapsTellsItsNumber() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try expectRoundTrip(
                    Generator<UInt8>.plausible, seed: 5, property: "writes", parse: { $0[0] },
                    serialize: { value in [UInt8](repeating: value, count: value > 200 ? -1 : 1) })
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("writes: the process dies"))
    }

    @Test func afterTheLastInputNothingIsToldAnyMore() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try expectNoCrash(parsing: [[1]], property: "holds") { bytes in
                    // One watch within another.
                    if bytes == [1] { try expectNoCrash(parsing: [[2]], count: 3, property: "inner") { _ in } }
                }
                let none: [UInt8] = []
                _ = none[Int(SeededGenerator(seed: 1).firstNumber)]
            })
        #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("the process dies of a signal"))
    }
}

private enum Nesting {
    static func depth(_ bytes: [UInt8], _ depth: Int) -> Int {
        bytes.isEmpty ? depth : 1 + Nesting.depth(bytes, depth + 1) + Int(bytes[0])
    }
}

extension SeededGenerator {
    fileprivate var firstNumber: UInt8 {
        var copy = self
        return copy.integer()
    }
}
