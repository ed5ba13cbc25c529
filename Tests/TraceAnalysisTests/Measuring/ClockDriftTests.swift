import Testing
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ClockDriftTests {
    /// Delays by two clocks, half a second apart, from what they are after so many seconds.
    private func samples(_ count: Int = 64, _ transit: (Int, Double) -> Double) -> [ClockDrift.Sample] {
        (0..<count).map { number in
            let seconds = Double(number) / 2
            return ClockDrift.Sample(
                arrival: 1_700_000_000_000_000_000 + Int64(number) * 500_000_000,
                transit: Int64(transit(number, seconds).rounded()))
        }
    }

    @Test(arguments: [50.0, -50, 5, 900])
    func theLeastDelaysLieOnALine(microsecondsPerSecond drift: Double) throws {
        // Two of three packets wait 0.2 ms more in a queue.
        let slope = ClockDrift.slope(
            of: samples { 3_000_000 + drift * 1000 * $1 + ($0 % 3 == 0 ? 0 : 200_000) })
        #expect(abs(try #require(slope) - drift * 1e-6) < 1e-9)
    }

    @Test func aStretchWithoutAnUndisturbedPacketDoesNotMatter() throws {
        // From 26 s to 28 s every packet waits 5 ms: one of sixteen stretches, and two of the later ones lie lower.
        let slope = ClockDrift.slope(of: samples { 50_000 * $1 + ((26..<28).contains($1) ? 5_000_000 : 0) })
        #expect(abs(try #require(slope) - 50e-6) < 1e-9)
    }

    @Test func aQueueThatEmptiesIsNoDrift() {
        // From 8 s to 12 s every packet waits 5 ms: a sixth of all pairs of stretches fall, where they should rise.
        #expect(ClockDrift.slope(of: samples { 50_000 * $1 + ((8..<12).contains($1) ? 5_000_000 : 0) }) == nil)
    }

    @Test func clocksThatRunAlikeHaveNone() {
        #expect(ClockDrift.slope(of: samples { _, _ in 3_000_000 }) == nil)
        var random = SeededGenerator(seed: 4)
        #expect(ClockDrift.slope(of: samples { _, _ in Double(random.number(in: 0...1_000_000)) }) == nil)
        // A clock that was set, by 10 ms.
        #expect(ClockDrift.slope(of: samples { $1 < 16 ? 0 : 10_000_000 }) == nil)
        // 1 µs/s in 31.5 s: less than 50 µs.
        #expect(ClockDrift.slope(of: samples { 1000 * $1 }) == nil)
    }

    @Test func noQuartzDriftsByMoreThanAThousandth() {
        #expect(ClockDrift.slope(of: samples { 1_100_000 * $1 }) == nil)
    }

    @Test func shortOrScantMeasurementsSayNothing() {
        let line = { (_: Int, seconds: Double) in 50_000 * seconds }
        #expect(ClockDrift.slope(of: []) == nil)
        #expect(ClockDrift.slope(of: samples(31, line)) == nil)
        #expect(ClockDrift.slope(of: samples(32, line)) != nil)
        // As many in 4.9 s.
        let dense = samples(50, line).enumerated().map { number, sample in
            ClockDrift.Sample(arrival: Int64(number) * 100_000_000, transit: sample.transit)
        }
        #expect(ClockDrift.slope(of: dense) == nil)
        // Two moments, and nothing between.
        let ends = samples(64) { 50_000 * ($0 < 32 ? 0 : $1) }.enumerated().map { number, sample in
            ClockDrift.Sample(arrival: number < 32 ? 0 : 30_000_000_000, transit: sample.transit)
        }
        #expect(ClockDrift.slope(of: ends) == nil)
    }

    @Test func timesAtTheEndsOfTheirRangeAreNoTrap() {
        let wild = (0..<64).map { number in
            ClockDrift.Sample(
                arrival: number < 32 ? .min : .max, transit: number % 2 == 0 ? .min : .max)
        }
        #expect(ClockDrift.slope(of: wild) == nil)
    }
}
