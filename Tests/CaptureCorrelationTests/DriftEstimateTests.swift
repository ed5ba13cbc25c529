import Testing
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

@Suite struct DriftEstimateTests {
    private typealias Sample = DelayEnvelope.Sample

    /// How much longer than the least a packet takes, by its place in the capture (0…1).
    fileprivate typealias Extra = (_ place: Double, _ random: inout SeededGenerator) -> Double

    /// A question and an answer every tenth of a second over a path of 5 ms.
    private func estimate(
        _ count: Int, drift: Double, every interval: Double = 0.1, seed: UInt64, there: Extra, back: Extra
    ) -> ClockEstimate {
        var random = SeededGenerator(seed: seed)
        var (outward, homeward): ([Sample], [Sample]) = ([], [])
        for number in 0..<count {
            let (time, place) = (Double(number) * interval, Double(number) / Double(count))
            outward.append(Sample(time: time, delay: drift * time + 0.005 + there(place, &random)))
            homeward.append(Sample(time: time, delay: drift * time - 0.005 - back(place, &random)))
        }
        return ClockEstimate(outward: outward, homeward: homeward, reference: 0, base: 0)
    }

    private static func wait(_ longest: Double, _ random: inout SeededGenerator) -> Double {
        Double(random.number(in: 0...10_000)) / 10_000 * longest
    }

    /// Paths whose delays change in ways that tilt an envelope.
    enum Path: CaseIterable, Sendable {
        /// Every packet waits up to 10 ms.
        case busy
        /// One way's queue fills by 4 ms from the first packet to the last.
        case filling
        /// The same, while the other way gets faster as hosts warm up.
        case fillingAndWarming
        /// At some moment both ways get other routes: one longer, the other shorter.
        case rerouted

        fileprivate func extras(_ moment: Double) -> (there: Extra, back: Extra) {
            switch self {
            case .busy: ({ wait(0.01, &$1) }, { wait(0.01, &$1) })
            case .filling: ({ 0.004 * $0 + wait(0.0005, &$1) }, { wait(0.0005, &$1) })
            case .fillingAndWarming:
                ({ 0.004 * $0 + wait(0.00002, &$1) }, { 0.0002 * (1 - $0) * (1 - $0) + wait(0.00002, &$1) })
            case .rerouted:
                ({ ($0 > moment ? 0.001 : 0) + wait(0.0001, &$1) }, { ($0 > moment ? -0.0005 : 0) + wait(0.0001, &$1) })
            }
        }
    }

    @Test(arguments: Path.allCases, [40, 100, 400])
    func oneClockHasNoDrift(_ path: Path, _ count: Int) throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let (there, back) = path.extras(Double(seed) / 11)
            let clock = estimate(count, drift: 0, seed: seed, there: there, back: back)
            #expect(clock.drift == 0, "seed \(seed)")
        }
    }

    @Test(arguments: Path.allCases, [-80e-6, 200e-6])
    func aClockThatDriftsDoesWithinTheUncertainty(_ path: Path, _ drift: Double) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let (there, back) = path.extras(Double(seed) / 6)
            let clock = estimate(400, drift: drift, seed: seed, there: there, back: back)
            #expect(abs(clock.drift - drift) < (try #require(clock.driftUncertainty)), "seed \(seed)")
        }
    }

    @Test func aDriftThatStandsOutIsFound() throws {
        let clock = estimate(
            400, drift: 80e-6, seed: 7, there: { Self.wait(0.004, &$1) }, back: { Self.wait(0.004, &$1) })
        #expect(abs(clock.drift - 80e-6) < 5e-6)
        #expect(try #require(clock.driftUncertainty) < 40e-6)
    }

    @Test func microsecondsAreNoDriftOfAShortCapture() throws {
        // 50 packets each way in 10 ms; the last ones are 1 µs late there, and as much earlier back: 100 ppm.
        let clock = estimate(50, drift: 100e-6, every: 0.0002, seed: 1, there: { _, _ in 0 }, back: { _, _ in 0 })
        #expect(clock.drift == 0)
        #expect(try #require(clock.driftUncertainty) > 1000e-6)
    }

    @Test func fewPacketsSayNothing() {
        let clock = estimate(31, drift: 80e-6, seed: 1, there: { _, _ in 0 }, back: { _, _ in 0 })
        #expect(clock.drift == 0 && clock.driftUncertainty == nil)
    }
}
