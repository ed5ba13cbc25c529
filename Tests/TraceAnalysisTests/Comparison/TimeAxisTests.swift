import Foundation
import PeerMessaging
import Testing
import WireTesting

@testable import TraceAnalysis

@Suite("The time axis")
struct TimeAxisTests {
    @Test("Seconds after the first packet, exact to nine decimals")
    func seconds() {
        let axis = TimeAxis(origin: 1_700_000_000_000_000_000)
        #expect(axis.seconds(1_700_000_000_000_000_000) == 0)
        #expect(axis.seconds(1_700_000_001_234_567_891) == 1.234567891)
        #expect(axis.seconds(1_699_999_999_500_000_000) == -0.5)
        #expect(axis.seconds(nil) == nil)
    }

    @Test(
        "RFC 3339 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000000000Z"),
            (-1, "1969-12-31T23:59:59.999999999Z"),
            (951_782_400_000_000_001, "2000-02-29T00:00:00.000000001Z"),
            (1_709_251_199_999_999_999, "2024-02-29T23:59:59.999999999Z"),
            (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000000000Z"),
            (Int64.max, "2262-04-11T23:47:16.854775807Z"),
            (Int64.min, "1677-09-21T00:12:43.145224192Z"),
        ] as [(Int64, String)])
    func rfc3339(time: Int64, text: String) {
        #expect(TimeAxis.rfc3339(time) == text)
    }

    @Test("Differences of bounded times never overflow, and today's times stay")
    func bounds() {
        let (first, last) = (TimeAxis.bounded(.min), TimeAxis.bounded(.max))
        #expect(!last.subtractingReportingOverflow(first).overflow)
        #expect(!last.addingReportingOverflow(TimeAxis.nanoseconds(StabilizationGate.duration)).overflow)
        #expect(TimeAxis.rfc3339(first).hasPrefix("1896") && TimeAxis.rfc3339(last).hasPrefix("2189"))
        for time in [0, -1, 1_700_000_000_000_000_000] as [Int64] { #expect(TimeAxis.bounded(time) == time) }
    }

    @Test("Dates are Foundation's", arguments: 0..<10)
    func agreesWithFoundation(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<100 {
            let seconds = generator.number(in: -9_000_000_000...9_000_000_000)
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds))).dropLast()
            #expect(TimeAxis.rfc3339(Int64(seconds) * 1_000_000_000) == expected + ".000000000Z")
        }
    }
}
