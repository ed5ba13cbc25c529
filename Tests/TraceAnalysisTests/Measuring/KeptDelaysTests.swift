import Testing
import WireTesting

@testable import TraceAnalysis

@Suite("Kept delays")
struct KeptDelaysTests {
    private func kept(_ delays: [(arrival: Int64, delay: Int64)]) -> KeptDelays {
        var kept = KeptDelays()
        for (number, delay) in delays.enumerated() {
            kept.record(arrival: delay.arrival, delay: delay.delay, number: number)
        }
        return kept
    }

    @Test(
        "Up to the limit each is kept: the delay to the nanosecond, the arrival to the microsecond",
        arguments: [1, 7, 8, 9, 1024])
    func exact(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let delays = (0..<count).map { number in
            (arrival: Int64(number) << 20, delay: Int64(random.number(in: -2_000_000_000...2_000_000_000)))
        }
        let samples = kept(delays).samples
        #expect(samples.map(\.arrival) == delays.map(\.arrival))
        #expect(samples.map(\.delay) == delays.map(\.delay))
    }

    @Test("Beyond the limit every second one stays, again and again, the first one always")
    func halved() {
        let samples = kept((0..<5000).map { (Int64($0) << 20, Int64($0)) }).samples
        // Halved at 1,024, 2,048 and 4,096: of 5,000 each eighth is left.
        #expect(samples.map(\.delay) == (0..<625).map { Int64($0) * 8 })
    }

    @Test("A delay that is far off changes nothing of the others, those before and those that wait included")
    func outlier() {
        let delays: [Int64] = [0, -1001, 1 << 33, 4007, .min, 12]
        let samples = kept(delays.enumerated().map { (Int64($0) << 20, $1) }).samples
        #expect(samples.map(\.delay) == delays)
        #expect(samples.map(\.arrival) == (0..<6).map { Int64($0) << 20 })
    }

    @Test("With one far off, still every second one stays beyond the limit", arguments: [0, 500, 3000])
    func halvedWithOutlier(place: Int) {
        let samples = kept((0..<5000).map { (Int64($0) << 20, $0 == place ? 1 << 40 : Int64($0)) }).samples
        #expect(samples.map(\.delay) == stride(from: 0, to: 5000, by: 8).map { $0 == place ? 1 << 40 : Int64($0) })
    }

    @Test("Days later arrivals are still told, in larger units; so is a time before the first")
    func days() {
        let day: Int64 = 86_400_000_000_000
        let samples = kept([(0, 0), (-5 << 30, 7), (30 * day, 9)]).samples
        #expect(samples.map(\.delay) == [0, 7, 9])
        #expect(samples[1].arrival == -5 << 30)
        #expect(abs(samples[2].arrival - 30 * day) < 2_000_000)
    }

    @Test("Arrivals at the ends of what 64 bits hold overflow nothing")
    func extremes() {
        let samples = kept([(0, 1), (.max, 2), (.min, 3)]).samples
        #expect(samples.map(\.delay) == [1, 2, 3])
        #expect(samples[0].arrival == 0 && samples[1].arrival > 1 << 62 && samples[2].arrival == .min)
    }

    @Test("Nothing is left of what was let go")
    func removed() {
        var kept = kept([(0, 1), (1, 2)])
        kept.removeAll()
        #expect(kept.samples.isEmpty)
    }
}
