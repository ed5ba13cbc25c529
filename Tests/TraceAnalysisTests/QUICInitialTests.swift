import Testing
import WireCoding

@testable import TraceAnalysis

@Suite struct QUICInitialTests {
    /// Long header, version, destination ID of 8 bytes, source ID of none, and then a token length.
    private let version1: [UInt8] = [0xC0, 0, 0, 0, 1, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0]

    private func isPlausible(_ bytes: [UInt8]) -> Bool { QUICInitial.isPlausible(bytes.span) }

    @Test func initialPacketsAreKnownByTheirHeader() {
        #expect(isPlausible(version1))
        var version2 = version1
        version2.replaceSubrange(0..<5, with: [0xD3, 0x6B, 0x33, 0x43, 0xCF])
        #expect(isPlausible(version2))
    }

    @Test(arguments: [
        (0, 0x40), (0, 0x80), (0, 0xD0), (0, 0xE0), (4, 2), (1, 1), (5, 21), (14, 21),
    ])
    func otherHeadersAreNot(place: Int, value: UInt8) {
        var bytes = version1
        bytes[place] = value
        #expect(!isPlausible(bytes))
    }

    @Test func whatIsCutIsJudgedByTheRest() {
        for length in 0...version1.count {
            #expect(isPlausible(Array(version1.prefix(length))) == (length >= 6))
        }
    }
}
