import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

@Suite struct ContentHashTests {
    private func hash(_ bytes: [UInt8]) -> ContentHash { ContentHash(bytes.span) }

    /// Computed by another implementation, in Python.
    @Test func theNumbersAreTheSameInEveryRun() {
        let short = hash(Array("nearscope".utf8))
        #expect(short.whole == 0x0ADE_936E_5364_5505)
        #expect(short.long == 0x5364_5505 && short.short == 0x5364_5505)
        let long = hash(Array(0..<70))
        #expect(long.whole == 0x970D_9307_D20B_1D34)
        #expect(long.long == 0xDEFB_7390 && long.short == 0xE88C_A5DC)
    }

    @Test func aPrefixHasTheHashThatItWouldHaveAlone() {
        let bytes = SeededGenerator.bytes(200, seed: 3)
        for count in 0...200 {
            let hashes = hash(Array(bytes[..<count]))
            #expect(hashes.short == hash(Array(bytes[..<min(16, count)])).short)
            #expect(hashes.long == hash(Array(bytes[..<min(64, count)])).long)
            if count <= 16 { #expect(hashes.short == UInt32(truncatingIfNeeded: hashes.whole)) }
            if count <= 64 { #expect(hashes.long == UInt32(truncatingIfNeeded: hashes.whole)) }
        }
    }

    @Test func everyByteAndTheNumberOfWordsCount() {
        var seen: Set<UInt64> = [hash([]).whole]
        for count in 1...64 {
            #expect(seen.insert(hash([UInt8](repeating: 7, count: count)).whole).inserted)
            for place in 0..<count {
                var bytes = [UInt8](repeating: 7, count: count)
                bytes[place] = 8
                #expect(seen.insert(hash(bytes).whole).inserted)
            }
        }
        // Whole words of zeros are told apart by how many there are.
        #expect(Set((0...8).map { hash([UInt8](repeating: 0, count: 8 * $0)).whole }).count == 9)
    }
}

extension SeededGenerator {
    fileprivate static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return generator.bytes(count)
    }
}
