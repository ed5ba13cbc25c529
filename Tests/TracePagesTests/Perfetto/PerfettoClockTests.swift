import Testing
import TraceModel

@testable import TracePages

@Suite struct PerfettoClockTests {
    private func clock(_ origin: Int64?) -> PerfettoClock {
        var capture = CaptureSummary(path: "", format: "pcap", compression: "none")
        capture.origin = origin
        return PerfettoClock(capture)
    }

    @Test func timesAreWholeNanosecondsFrom1970() {
        #expect(clock(TraceSamples.origin).time(0.000000001) == TraceSamples.time(1))
        #expect(clock(TraceSamples.origin).time(-1) == TraceSamples.time(-1_000_000_000))
        #expect(clock(nil).time(2.5) == 2_500_000_000)
    }

    /// Up to 97 days a double distinguishes nanoseconds.
    @Test func timesYearsLaterAreThoseOfTheirText() {
        #expect(clock(nil).time(176_825_157.978922) == 176_825_157_978_922_000)
        #expect(clock(TraceSamples.origin).time(-31_000_000.000001) == TraceSamples.time(-31_000_000_000_001_000))
        for days in stride(from: Int64(1), to: 97, by: 7) {
            let nanoseconds = days * 86_400_000_000_000 + 987_654_321
            #expect(clock(nil).time(Double(nanoseconds) / 1e9) == UInt64(nanoseconds))
        }
    }

    @Test func timesThatATraceCannotHaveAreTheNearestOnes() {
        #expect(clock(5).time(-1) == 0)
        #expect(clock(-5).time(1) == 1_000_000_000)
        #expect(clock(5).time(1e300) == UInt64(Int64.max))
        #expect(clock(5).time(-1e300) == 0)
        #expect(clock(5).time(.nan) == UInt64(Int64.max))
    }
}
