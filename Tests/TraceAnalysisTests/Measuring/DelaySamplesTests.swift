import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct DelaySamplesTests {
    @Test func withoutSamplesEverythingButTheCountIsNil() {
        #expect(DelaySamples().distribution == Distribution())
    }

    @Test func fewSamplesHaveExactQuantiles() {
        var samples = DelaySamples()
        for milliseconds in (1...100).reversed() { samples.record(Int64(milliseconds) * 1_000_000) }
        let distribution = samples.distribution
        #expect(distribution.count == 100)
        #expect(distribution.min == 0.001 && distribution.max == 0.1)
        #expect(distribution.median == 0.0505)
        #expect(distribution.p95 == 0.095 && distribution.p99 == 0.099)
        #expect(distribution.mean == 0.0505)
        #expect(distribution.standardDeviation == 0.02886607)
    }

    @Test func oneSampleIsAllItsQuantiles() {
        var samples = DelaySamples()
        samples.record(7_000_000)
        let distribution = samples.distribution
        for value in [distribution.min, distribution.median, distribution.p95, distribution.p99, distribution.max] {
            #expect(value == 0.007)
        }
        #expect(distribution.standardDeviation == 0)
    }

    @Test func negativeSamplesAreDropped() {
        var samples = DelaySamples()
        samples.record(-1)
        #expect(samples.count == 0)
    }

    @Test(arguments: 0..<3)
    func manySamplesAreWithin0point2PercentOfTheExactQuantiles(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var samples = DelaySamples()
        var values: [Int64] = []
        for _ in 0..<3000 {
            let value = Int64(generator.number(in: 1...generator.pick([100_000, 10_000_000, 2_000_000_000])))
            values.append(value)
            samples.record(value)
        }
        values.sort()
        let distribution = samples.distribution
        #expect(distribution.min == Double(values[0]) / 1e9)
        #expect(distribution.max == Double(values[2999]) / 1e9)
        // The median of an even number of samples lies between the two in the middle.
        for (found, ranks) in [
            (distribution.median, [1500, 1501]), (distribution.p95, [2850]), (distribution.p99, [2970]),
        ] {
            let exact = ranks.reduce(0) { $0 + Double(values[$1 - 1]) } / Double(ranks.count) / 1e9
            #expect(abs(try #require(found) - exact) <= 0.002 * exact)
        }
    }

    /// Delays are numbers, then listed by bucket, then counted in bytes, then in words; and come back after that to smaller ones.
    @Test(arguments: [100, 128, 129, 900, 1100, 1600, 100_000])
    func quantilesDoNotDependOnHowManyThereAre(count: Int) throws {
        var samples = DelaySamples()
        for number in 0..<count { samples.record(number % 10 < 7 ? 80_000_000 : number % 10 < 9 ? 1_000_000 : 3_000) }
        let distribution = samples.distribution
        #expect(distribution.count == count && distribution.min == 3e-6 && distribution.max == 0.08)
        #expect(abs(try #require(distribution.median) - 0.08) < 0.08 * 0.002)
        #expect(abs(try #require(distribution.p95) - 0.08) < 0.08 * 0.002)
        var few = DelaySamples()
        for number in 0..<count { few.record(number % 10 < 7 ? 1_000_000 : 80_000_000) }
        #expect(abs(try #require(few.distribution.median) - 0.001) < 0.001 * 0.002)
        #expect(abs(try #require(few.distribution.p99) - 0.08) < 0.08 * 0.002)
    }

    @Test func theLongestPossibleDelayIsASampleLikeAnyOther() {
        var samples = DelaySamples()
        for _ in 0...DelaySamples.exactLimit { samples.record(.max) }
        #expect(samples.distribution.p99 == Double(Int64.max) / 1e9)
    }
}
