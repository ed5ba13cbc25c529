import PeerMessaging
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct TimeAxisTests {
    @Test func secondsAfterTheFirstPacketExactToNineDecimals() {
        let axis = TimeAxis(origin: 1_700_000_000_000_000_000)
        #expect(axis.seconds(1_700_000_000_000_000_000) == 0)
        #expect(axis.seconds(1_700_000_001_234_567_891) == 1.234567891)
        #expect(axis.seconds(1_699_999_999_500_000_000) == -0.5)
        #expect(axis.seconds(nil) == nil)
    }

    @Test func differencesOfBoundedTimesNeverOverflowAndTodaysTimesStay() {
        let (first, last) = (CaptureSummary.bounded(.min), CaptureSummary.bounded(.max))
        #expect(!last.subtractingReportingOverflow(first).overflow)
        #expect(!last.addingReportingOverflow(TimeAxis.nanoseconds(StabilizationGate.duration)).overflow)
        #expect(RFC3339.text(first).hasPrefix("1896") && RFC3339.text(last).hasPrefix("2189"))
        for time in [0, -1, 1_700_000_000_000_000_000] as [Int64] { #expect(CaptureSummary.bounded(time) == time) }
    }
}
