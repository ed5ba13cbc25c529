import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// What is gathered before it is counted is counted all the same.
@Suite struct RateMeterTests {
    private func rates(_ series: ThroughputSeries) -> Session.Throughput {
        ThroughputSeries.rates(series, ThroughputSeries())
    }

    @Test func nothingHasNoPeakAndNoBins() {
        var meter = RateMeter()
        #expect(meter.peak == nil && rates(meter.throughput).forward.isEmpty)
        meter.finish()
        #expect(meter.peak == nil)
    }

    /// Slots that packets come back to, and that are further apart than a number has room for.
    @Test(arguments: 0..<20)
    func isAsIfEachPacketWereCountedAtOnce(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (meter, series, peak) = (RateMeter(), ThroughputSeries(), PeakRate())
        var slot = 0
        for number in 0..<400 {
            let bytes = generator.number(in: 1...70_000)
            meter.add(bytes: bytes, at: slot)
            series.add(bytes: bytes, at: slot)
            peak.add(bytes: bytes, at: slot)
            if number.isMultiple(of: 37) {
                #expect(rates(meter.throughput) == rates(series) && meter.peak == peak.bitsPerSecond)
            }
            slot = max(0, slot + generator.pick([0, 0, 0, 1, 1, 2, 9, -1, -12, 500]))
            if generator.chance(1, in: 100) { slot += 1 << 34 }
        }
        meter.finish()
        series.finish()
        #expect(rates(meter.throughput) == rates(series) && meter.peak == peak.bitsPerSecond)
    }
}
