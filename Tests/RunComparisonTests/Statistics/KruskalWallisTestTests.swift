import Testing

@testable import RunComparison

/// Reference values are those of SciPy 1.17 (`kruskal`, `chi2.sf`), exact ones of a count over all ways to deal the values.
@Suite struct KruskalWallisTestTests {
    private func isClose(_ value: Double, _ expected: Double, _ tolerance: Double = 1e-12) -> Bool {
        abs(value - expected) <= tolerance * abs(expected)
    }

    /// Mucociliary efficiency, example 6.1 of Hollander and Wolfe: 252,252 ways are too many.
    @Test func manyWaysTakeTheChiSquaredDistribution() throws {
        let test = try #require(
            KruskalWallisTest([[2.9, 3.0, 2.5, 2.6, 3.2], [3.8, 2.7, 4.0, 2.4], [2.8, 3.4, 3.7, 2.2, 2.0]]))
        #expect(isClose(test.statistic, 0.771_428_571_428_571_4))
        #expect(test.degreesOfFreedom == 2 && test.method == .chiSquared)
        #expect(isClose(test.p, 0.679_964_773_578_893_6))
        // Q(1, 13 / 2)
        #expect(isClose(test.smallestPossibleP, 0.001_503_439_192_977_572_4))
    }

    @Test func smallSamplesAreCounted() throws {
        let test = try #require(KruskalWallisTest([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
        #expect(isClose(test.statistic, 7.2) && test.method == .exact)
        #expect(isClose(test.p, 6.0 / 1680) && test.p == test.smallestPossibleP)
    }

    @Test func tiesAreCountedToo() throws {
        let test = try #require(KruskalWallisTest([[1, 1, 2], [2, 3, 3], [3, 4, 5]]))
        #expect(isClose(test.statistic, 6.385_964_912_280_698))
        #expect(isClose(test.p, 36.0 / 1680))
    }

    @Test func samplesMayHaveOneValue() throws {
        let test = try #require(KruskalWallisTest([[6.1, 5.4], [7.7, 8.0, 6.1], [4.2]]))
        #expect(isClose(test.statistic, 3.737_745_098_039_214_4))
        #expect(isClose(test.p, 10.0 / 60) && isClose(test.smallestPossibleP, 2.0 / 60))
    }

    @Test func twoSamplesAreTheRankSumTest() throws {
        let samples = MannWhitneyTestTests.Samples()
        for (first, second) in [([1.0, 4, 2], [3.0, 8, 9, 9]), (samples.c, samples.d)] {
            let test = try #require(KruskalWallisTest([first, second]))
            #expect(test.method == .exact)
            #expect(test.p == MannWhitneyTest(first, second)?.p)
        }
    }

    @Test func largeSamples() throws {
        let samples = MannWhitneyTestTests.Samples()
        let two = try #require(KruskalWallisTest([samples.a, samples.b]))
        #expect(isClose(two.statistic, 0.928_285_714_285_692_6, 1e-10))
        #expect(isClose(two.p, 0.335_308_777_681_331_5, 1e-10))
        let four = try #require(KruskalWallisTest([samples.a, samples.b, samples.ties, samples.moreTies]))
        #expect(isClose(four.statistic, 61.169_635_392_588_326, 1e-10))
        #expect(isClose(four.p, 3.306_159_903_621_228e-13, 1e-10))
    }

    @Test func equalValuesShowNothing() throws {
        let test = try #require(KruskalWallisTest([[3, 3], [3, 3], [3]]))
        #expect(test.statistic == 0 && test.p == 1 && test.smallestPossibleP == 1)
    }

    @Test func noTestWhereNothingCouldCome() {
        #expect(KruskalWallisTest([[1, 2, 3]]) == nil)
        #expect(KruskalWallisTest([[1, 2, 3], []]) == nil)
        #expect(KruskalWallisTest([[1], [2], [3]]) == nil)
    }

    /// One sample of two values among many of one: no result can be below the level.
    @Test func approximationKnowsItsLimitToo() throws {
        let test = try #require(KruskalWallisTest([[1, 2]] + (3...15).map { [Double($0)] }))
        #expect(test.method == .chiSquared && test.smallestPossibleP > 0.3)
    }

    @Test(arguments: [
        (0.5, 1, 0.479_500_122_186_953_37), (3.841_458_820_694_124, 1, 0.05), (5.991_464_547_107_979, 2, 0.05),
        (7.3, 3, 0.062_926_236_459_043_12), (0.1, 4, 0.998_790_895_725_749_7), (30, 10, 0.000_856_641_210_775_301),
        (2500, 2400, 0.075_872_911_542_808_36), (900, 31, 3.376_139_415_729_107_4e-169),
    ])
    func chiSquaredTail(statistic: Double, degrees: Int, expected: Double) {
        #expect(
            isClose(ChiSquaredDistribution.upperTail(statistic, degreesOfFreedom: degrees), expected, 1e-11))
    }

    @Test func chiSquaredTailIsAllAtZero() {
        #expect(ChiSquaredDistribution.upperTail(0, degreesOfFreedom: 3) == 1)
        #expect(ChiSquaredDistribution.upperTail(1e6, degreesOfFreedom: 2) == 0)
    }

    @Test func waysAreCountedUpToTheLimit() {
        #expect(RankPermutations.ways([3, 3, 3]) == 1680)
        #expect(RankPermutations.ways([5, 1]) == 6)
        #expect(RankPermutations.ways([9, 9]) == 48_620)
        #expect(RankPermutations.ways([10, 10]) == nil)
        #expect(RankPermutations.ways([Int](repeating: 1000, count: 1000)) == nil)
    }
}
