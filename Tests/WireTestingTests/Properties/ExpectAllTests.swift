import Testing
import WireTesting

@Suite struct ExpectAllTests {
    private struct Refusal: Error {}

    @Test func whatHoldsPasses() throws {
        try expectAll(Generator<UInt8>.extreme) { $0 &+ 0 == $0 }
    }

    @Test func theSimplestValueIsReported() throws {
        let failure = try #require(throws: PropertyFailure.self) {
            try expectAll(
                Generator<UInt8>.plausible.list(count: 0...50), seed: 4, property: "bytes", fileID: "Tests/Here.swift",
                line: 7
            ) { bytes in bytes.count < 3 || bytes[2] < 100 }
        }
        #expect(failure.choices == [3, 0, 0, 100])
        #expect(
            failure.description == """
                bytes at Here.swift:7: does not hold for [0, 0, 100]
                  seed 4, input \(failure.number)
                  generator.value(choices: [3, 0, 0, 100])
                """)
    }

    @Test func anErrorIsAFailureToo() throws {
        let failure = try #require(throws: PropertyFailure.self) {
            try expectAll(Generator<UInt8>.plausible) { number in
                if number > 41 { throw Refusal() }
                return true
            }
        }
        #expect(failure.reducedReason == "threw Refusal for 42: Refusal()")
    }

    @Test func aLongValueIsCutInTheReport() throws {
        let failure = try #require(throws: PropertyFailure.self) {
            try expectAll(Generator<[UInt8]> { $0.bytes(2000) }) { $0.count < 100 }
        }
        #expect(failure.description.contains(" more characters)"))
        #expect(failure.description.utf8.count < 1000)
    }
}
