import Testing
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct KeptDelaysTests {
    private func kept(_ delays: [(arrival: Int64, delay: Int64)]) -> KeptDelays {
        var kept = KeptDelays()
        for (number, delay) in delays.enumerated() {
            kept.record(arrival: delay.arrival, delay: delay.delay, number: number)
        }
        return kept
    }

    @Test(
        arguments: [1, 7, 8, 9, 1024])
    func upToTheLimitEachIsKeptTheDelayToTheNanosecond(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let delays = (0..<count).map { number in
            (arrival: Int64(number) << 20, delay: Int64(random.number(in: -2_000_000_000...2_000_000_000)))
        }
        let samples = kept(delays).samples
        #expect(samples.map(\.arrival) == delays.map(\.arrival))
        #expect(samples.map(\.transit) == delays.map(\.delay))
    }

    @Test func beyondTheLimitEverySecondOneStaysAgainAndAgain() {
        let samples = kept((0..<5000).map { (Int64($0) << 20, Int64($0)) }).samples
        // Halved at 1,024, 2,048 and 4,096: of 5,000 each eighth is left.
        #expect(samples.map(\.transit) == (0..<625).map { Int64($0) * 8 })
    }

    @Test func aDelayThatIsFarOffChangesNothingOfTheOthers() {
        let delays: [Int64] = [0, -1001, 1 << 33, 4007, .min, 12]
        let samples = kept(delays.enumerated().map { (Int64($0) << 20, $1) }).samples
        #expect(samples.map(\.transit) == delays)
        #expect(samples.map(\.arrival) == (0..<6).map { Int64($0) << 20 })
    }

    @Test(arguments: [0, 500, 3000])
    func withOneFarOffStillEverySecondOneStaysBeyondTheLimit(place: Int) {
        let samples = kept((0..<5000).map { (Int64($0) << 20, $0 == place ? 1 << 40 : Int64($0)) }).samples
        #expect(samples.map(\.transit) == stride(from: 0, to: 5000, by: 8).map { $0 == place ? 1 << 40 : Int64($0) })
    }

    @Test func daysLaterArrivalsAreStillReportedInLargerUnits() {
        let day: Int64 = 86_400_000_000_000
        let samples = kept([(0, 0), (-5 << 30, 7), (30 * day, 9)]).samples
        #expect(samples.map(\.transit) == [0, 7, 9])
        #expect(samples[1].arrival == -5 << 30)
        #expect(abs(samples[2].arrival - 30 * day) < 2_000_000)
    }

    @Test func arrivalsAtTheEndsOfWhat64BitsHoldOverflowNothing() {
        let samples = kept([(0, 1), (.max, 2), (.min, 3)]).samples
        #expect(samples.map(\.transit) == [1, 2, 3])
        #expect(samples[0].arrival == 0 && samples[1].arrival > 1 << 62 && samples[2].arrival == .min)
    }

    @Test func nothingIsLeftOfWhatWasLetGo() {
        var kept = kept([(0, 1), (1, 2)])
        kept.removeAll()
        #expect(kept.samples.isEmpty)
    }
}
