import Testing

@testable import TraceAnalysis

@Suite struct JitterMeterTests {
    private func meter(_ delays: [Int64]) -> JitterMeter {
        var meter = JitterMeter()
        for delay in delays { meter.record(delay) }
        return meter
    }

    @Test func bothDefinitionsOfThreeDelays() {
        // 10, 14 and 12 ms: differences of 4 and 2 ms.
        let meter = meter([10_000_000, 14_000_000, 12_000_000])
        #expect(meter.meanAbsoluteDifference == 0.003)
        // 4/16 = 0.25 ms, then 0.25 + (2 - 0.25)/16 = 0.359375 ms.
        #expect(meter.interarrival == 0.000359375)
    }

    @Test func fewerThanTwoDelaysHaveNone() {
        for delays in [[], [5_000_000]] as [[Int64]] {
            #expect(meter(delays).meanAbsoluteDifference == nil && meter(delays).interarrival == nil)
        }
        #expect(meter([5, 5]).meanAbsoluteDifference == 0 && meter([5, 5]).interarrival == 0)
    }

    @Test func onlyDifferencesCount() {
        let delays: [Int64] = [1_000_000, 4_000_000, 2_000_000, 9_000_000]
        let shifted = meter(delays.map { $0 - 3_600_000_000_000 })
        #expect(shifted.meanAbsoluteDifference == 0.004)
        #expect(shifted.interarrival == meter(delays).interarrival)
    }

    @Test func theSmoothedOneComesNearALastingDifference() {
        // After n differences of 16 ms: 16 · (1 - (15/16)^n) ms; the mean is 16 ms at once.
        let meter = meter((0...100).map { $0 % 2 == 0 ? 0 : 16_000_000 })
        #expect(meter.meanAbsoluteDifference == 0.016)
        // (15/16)^100 = 0.00157444…
        #expect(meter.interarrival == 0.015974809)
    }

    @Test func delaysAtTheEndsOfTheirRangeAreNoTrap() throws {
        // 2^64 ns.
        let mean = try #require(meter([.min, .max, .min]).meanAbsoluteDifference)
        #expect(abs(mean - 18_446_744_073.709552) < 1e-3)
    }
}
