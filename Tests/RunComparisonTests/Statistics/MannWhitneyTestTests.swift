import Testing
import WireCoding

@testable import RunComparison

/// Reference values are those of SciPy 1.17 (`mannwhitneyu`), and where there are ties and few values of a count over all
/// ways to deal them, since SciPy's exact method does not know ties.
@Suite struct MannWhitneyTestTests {
    /// Made-up samples, drawn one after the other in this order.
    struct Samples {
        var (a, b, ties, moreTies, c, d) = ([Double](), [Double](), [Double](), [Double](), [Double](), [Double]())

        init() {
            var generator = SplitMix64(seed: 7)
            for _ in 0..<25 { a.append(Double(generator.next() % 1000) / 10) }
            for _ in 0..<30 { b.append(Double(generator.next() % 1000) / 10 + 12) }
            for _ in 0..<22 { ties.append(Double(generator.next() % 20)) }
            for _ in 0..<26 { moreTies.append(Double(generator.next() % 20) + 3) }
            for _ in 0..<20 { c.append(Double(generator.next() % 100_000) / 7) }
            for _ in 0..<20 { d.append(Double(generator.next() % 100_000) / 7 + 2000) }
        }
    }

    private func isClose(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) <= 1e-12 * abs(expected) }

    @Test func smallSamplesAreCounted() throws {
        let test = try #require(MannWhitneyTest([19, 22, 16, 29, 24], [20, 11, 17, 12]))
        #expect(test.statistic == 17)
        #expect(test.method == .exact)
        #expect(isClose(test.p, 14.0 / 126))
        #expect(isClose(test.smallestPossibleP, 2.0 / 126))
        #expect(isClose(test.cliffsDelta, 0.7))
    }

    @Test func tiesAreCountedToo() throws {
        let test = try #require(MannWhitneyTest([1, 2, 2, 3, 5], [2, 4, 5, 5, 6, 7]))
        #expect(test.statistic == 5)
        #expect(isClose(test.p, 41.0 / 462))
        #expect(isClose(test.smallestPossibleP, 2.0 / 462))
    }

    @Test func fortyValuesAreStillCounted() throws {
        let samples = Samples()
        let test = try #require(MannWhitneyTest(samples.c, samples.d))
        #expect(test.method == .exact && test.statistic == 108)
        #expect(isClose(test.p, 0.012_165_580_753_867_254))
    }

    @Test func moreTakeTheNormalDistribution() throws {
        let samples = Samples()
        let test = try #require(MannWhitneyTest(samples.a, samples.b))
        #expect(test.method == .normal && test.statistic == 318)
        #expect(isClose(test.p, 0.339_565_404_530_887_8))
        #expect(test.smallestPossibleP < 1e-9)
        let tied = try #require(MannWhitneyTest(samples.ties, samples.moreTies))
        #expect(tied.statistic == 232.5)
        #expect(isClose(tied.p, 0.270_346_829_241_851_27))
    }

    @Test func order() throws {
        let (first, second) = ([1.0, 5, 6], [2.0, 3, 9, 12])
        let one = try #require(MannWhitneyTest(first, second))
        let other = try #require(MannWhitneyTest(second, first))
        #expect(one.p == other.p)
        #expect(one.statistic + other.statistic == 12)
        #expect(one.cliffsDelta == -other.cliffsDelta)
    }

    @Test func deltaIsOneWhereAllAreAbove() throws {
        #expect(try #require(MannWhitneyTest([4, 5], [1, 2, 3])).cliffsDelta == 1)
        #expect(try #require(MannWhitneyTest([1, 2], [3, 4, 5])).cliffsDelta == -1)
        #expect(try #require(MannWhitneyTest([1, 1], [1, 1])).cliffsDelta == 0)
    }

    @Test func equalValuesShowNothing() throws {
        #expect(try #require(MannWhitneyTest([2, 2, 2], [2, 2])).p == 1)
        let many = [Double](repeating: 2, count: 30)
        let test = try #require(MannWhitneyTest(many, many))
        #expect(test.p == 1 && test.smallestPossibleP == 1)
    }

    @Test func noTestWithoutValues() {
        #expect(MannWhitneyTest([], [1]) == nil)
        #expect(MannWhitneyTest([1], []) == nil)
    }
}
