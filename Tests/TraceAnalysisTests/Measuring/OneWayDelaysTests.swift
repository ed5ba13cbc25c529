import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct OneWayDelaysTests {
    /// Two clocks half an hour apart.
    private static let offset: Int64 = 1_800_000_000_000

    private func delays(_ transits: [Int64], every interval: Int64 = 10_000_000, drift: Double = 0) -> OneWayDelays {
        var delays = OneWayDelays()
        for (number, transit) in transits.enumerated() {
            let arrival = Int64(number) * interval
            let shift = Int64(drift * Double(arrival))
            delays.record(sent: arrival - transit + Self.offset + shift, arrival: arrival)
        }
        return delays
    }

    @Test func theyCountFromTheSmallestOneWhateverTheClocksSay() {
        let result = delays([5000, 3000, 9000, 3500]).result
        #expect(result.distribution.count == 4)
        #expect(result.distribution.min == 0 && result.distribution.max == 6e-6)
        #expect(result.distribution.median == 1.25e-6)
        #expect(result.drift == nil)
    }

    @Test func jitterIsThatOfRFC3550ASixteenthOfEachStep() {
        // |D| = 160, 320: J = 10, then 10 + (320 - 10) / 16
        let result = delays([1000, 1160, 840]).result
        #expect(result.jitter == 29e-9)
        #expect(delays([1000]).result.jitter == nil)
    }

    @Test(arguments: [80.0, -35.0])
    func aSendersClockThatRunsFasterIsReportedInPartsPerMillion(partsPerMillion: Double) throws {
        var generator = SeededGenerator(seed: 4)
        let transits = (0..<2000).map { _ in Int64(1_000_000 + generator.number(in: 0...400_000)) }
        let result = delays(transits, drift: partsPerMillion / 1e6).result
        let found = try #require(result.drift)
        #expect(abs(found - partsPerMillion) < 3)
        #expect(try #require(result.distribution.max) < 600e-6)
    }

    @Test(arguments: 0..<20)
    func delaysThatOnlyScatterHaveNoDrift(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let transits = (0..<1500).map { _ in
            let queue = generator.number(in: 0...9) == 0 ? generator.number(in: 0...80_000_000) : 0
            return Int64(40_000_000 + generator.number(in: 0...8_000_000) + queue)
        }
        #expect(delays(transits).result.drift == nil)
    }

    @Test func howeverManyThereAreFewAreKeptCountExtremesAndMeanAreOfAll() {
        let count = KeptDelays.limit * 5 + 3
        var transits = [Int64](repeating: 2000, count: count)
        transits[count / 2 + 1] = 50_000
        transits[1] = 1000
        let result = delays(transits).result
        #expect(result.distribution.count == count)
        #expect(result.distribution.max == 49e-6)
        #expect(result.distribution.median == 1e-6)
    }

    @Test(arguments: [0, 1, 50, 99])
    func aStampOfNoClockIsAnOutlierAmongTheOthersWhereverItComes(place: Int) throws {
        var transits = (0..<100).map { Int64(1_000_000 + $0 * 1000) }
        transits[place] = 800_000_000_000_000_000
        let result = delays(transits).result
        let median = try #require(result.distribution.median)
        #expect(abs(median - 49.5e-6) < 1.1e-6)
        #expect(result.distribution.max ?? 0 > 7.9e8)
        #expect(result.drift == nil)
    }

    @Test func oneDelayIsReportedAsTheDistributionCountsIt() {
        let result = delays([5000, 3000, 9000]).result
        #expect(result.delay(sent: Self.offset - 9000, arrival: 0) == 6e-6)
    }

    @Test func stampsBeyondAnyClockOverflowNothing() {
        var delays = OneWayDelays()
        delays.record(sent: .min, arrival: .max)
        #expect(delays.count == 0)
        delays.record(sent: .max, arrival: 0)
        #expect(delays.count == 0)
        delays.record(sent: 1 << 61, arrival: 0)
        delays.record(sent: 0, arrival: 1 << 61)
        #expect(delays.result.distribution.count == 2)
    }
}
