import Foundation
import Testing
import WireCoding
import WireSimulation
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
            text.contains("traps at three at CrashWatchTests.swift:"))
        #expect(text.contains(": the process dies of a signal\n  seed 77, input 1, 3 bytes\n  hex: 010203\n"))
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
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains("writes at CrashWatchTests.swift:"))
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

    @Test func anEndlessLoopTellsItsInput() async throws {
        let result = try #require(
            await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                try expectNoCrash(
                    parsing: [[1, 2, 3]], mutators: [], seed: 77, property: "loops",
                    limits: InputLimits(time: .seconds(1))
                ) { bytes in
                    var rest = bytes[...]
                    // A zero length never moves on.
                    while bytes.count == 3, !rest.isEmpty { rest = rest.dropFirst(0) }
                }
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("loops at CrashWatchTests.swift:"))
        #expect(text.contains("takes longer than 1.0 seconds, so that the process ends\n  seed 77, input 1, 3 bytes\n"))
        #expect(text.contains("  hex: 010203\n"))
    }

    @Test func memoryThatALengthAsksForIsAFailure() async {
        await #expect(processExitsWith: .success) {
            let failure = #expect(throws: PropertyFailure.self) {
                try expectNoCrash(
                    parsing: [[1], [200]], mutators: [], property: "fills", limits: InputLimits(memory: 64 << 20)
                ) { bytes in
                    let memory = [UInt8](repeating: 1, count: Int(bytes.first ?? 0) << 20)
                    if memory.last == 2 { throw WireError(.invalidValue(2), field: "byte", offset: 0) }
                }
            }
            guard failure?.input == [200], failure?.reason.contains("the limit is 64 MiB") == true else { exit(1) }
        }
    }

    @Test func aFailureSaysWhereItWasExpected() {
        var failure: PropertyFailure?
        let line = #line + 2
        do throws(PropertyFailure) {
            try expectNoCrash(parsing: [[1]], mutators: [], property: "fails") { _ in throw CancellationError() }
        } catch {
            failure = error
        }
        #expect(failure?.site?.line == line && failure?.site?.fileID == "WireTestingTests/CrashWatchTests.swift")
        #expect(failure?.description.hasPrefix("fails at CrashWatchTests.swift:\(line): threw") == true)
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
