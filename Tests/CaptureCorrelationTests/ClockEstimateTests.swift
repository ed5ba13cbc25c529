import Testing
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

@Suite struct ClockEstimateTests {
    private typealias Sample = DelayEnvelope.Sample

    /// Samples of two ways, a tenth of a second apart: delays of 5 ms and up to as much more as is said.
    private func samples(
        _ count: Int, offset: Double, drift: Double, queue: Double, seed: UInt64 = 1
    ) -> (outward: [Sample], homeward: [Sample]) {
        var random = SeededGenerator(seed: seed)
        let wait = { (random: inout SeededGenerator) in Double(random.number(in: 0...1000)) / 1000 * queue }
        var (outward, homeward): ([Sample], [Sample]) = ([], [])
        for number in 0..<count {
            let time = Double(number) / 10
            outward.append(Sample(time: time, delay: offset + drift * time + 0.005 + wait(&random)))
            homeward.append(Sample(time: time, delay: offset + drift * time - 0.005 - wait(&random)))
        }
        return (outward, homeward)
    }

    private func estimate(_ samples: (outward: [Sample], homeward: [Sample])) -> ClockEstimate {
        ClockEstimate(outward: samples.outward, homeward: samples.homeward, reference: 0, base: 0)
    }

    @Test func offsetLiesBetweenTheLeastDelaysOfBothWays() {
        let clock = ClockEstimate(
            outward: [Sample(time: 0, delay: 0.3), Sample(time: 1, delay: 0.2)],
            homeward: [Sample(time: 0, delay: -0.5), Sample(time: 1, delay: 0.1)], reference: 0, base: 1_000_000_000)
        #expect(abs(clock.offset - 1.15) < 1e-9)
        #expect(abs(clock.uncertainty - 0.05) < 1e-12)
        #expect(clock.isTwoWay && clock.samples == 4)
    }

    @Test(arguments: [-400e-6, -20e-6, 20e-6, 100e-6, 3000e-6])
    func driftIsTheSlopeOfBothWays(_ drift: Double) {
        let clock = estimate(samples(600, offset: 0.25, drift: drift, queue: 0.004))
        #expect(clock.isDriftSignificant)
        #expect(abs(clock.drift - drift) < 2e-6)
        #expect(abs(clock.offset - 0.25) < 0.0001)
    }

    @Test(arguments: 1...30)
    func chanceIsNoDrift(_ seed: UInt64) {
        let clock = estimate(samples(100, offset: 0.25, drift: 0, queue: 0.01, seed: seed))
        #expect(!clock.isDriftSignificant && clock.drift == 0)
        #expect(abs(clock.offset - 0.25) < 0.001)
    }

    @Test func aFewPacketsTellNoDrift() {
        #expect(!estimate(samples(31, offset: 0, drift: 100e-6, queue: 0)).isDriftSignificant)
        #expect(estimate(samples(32, offset: 0, drift: 100e-6, queue: 0)).isDriftSignificant)
    }

    @Test func aClockThatIsSetIsNoDrift() {
        var steps = samples(200, offset: 0, drift: 0, queue: 0)
        let step = { (sample: Sample) in
            Sample(time: sample.time, delay: sample.delay + (sample.time > 10 ? 30 : 0))
        }
        steps = (steps.outward.map(step), steps.homeward.map(step))
        #expect(!estimate(steps).isDriftSignificant)
    }

    @Test func oneWayTellsNoMoreThanThatDelaysAreNotNegative() {
        let outward = ClockEstimate(
            outward: [Sample(time: 0, delay: 0.3), Sample(time: 1, delay: 0.2)], homeward: [], reference: 0, base: 0)
        #expect(outward.offset == 0.2 && outward.uncertainty == 1 && !outward.isTwoWay)
        let homeward = ClockEstimate(
            outward: [], homeward: [Sample(time: 0, delay: -0.3), Sample(time: 1, delay: -0.2)], reference: 0, base: 0)
        #expect(homeward.offset == -0.2)
        #expect(ClockEstimate(outward: [], homeward: [], reference: 0, base: 7_000_000_000).offset == 7)
    }

    @Test func timesAreTranslatedBackExactly() {
        let reference: Int64 = 1_700_000_000_000_000_000
        let clock = ClockEstimate(
            outward: [Sample(time: 0, delay: 0.25)], homeward: [Sample(time: 0, delay: 0.25)], reference: reference,
            base: -3_000_000_000)
        #expect(clock.firstTime(ofSecond: reference - 3_000_000_000 + 250_000_000) == reference)
        #expect(clock.firstTime(ofSecond: reference - 3_000_000_000 + 250_000_123) == reference + 123)
    }

    @Test func extremeTimesDoNotTrap() {
        let clock = ClockEstimate(
            outward: [ClockEstimate.sample(first: .min, second: .max, reference: .max, base: .min)], homeward: [],
            reference: .max, base: .min)
        _ = clock.firstTime(ofSecond: .min)
        _ = clock.firstTime(ofSecond: .max)
        #expect(Int64(saturating: 1e300) == .max && Int64(saturating: -1e300) == .min && Int64(saturating: .nan) == 0)
    }
}
