import Testing
import TraceModel
import WireCoding

@testable import RunComparison

/// Intervals were computed by another implementation of the same draws, in Python with NumPy's median.
@Suite struct MedianIntervalTests {
    private func interval(_ sample: [Double]) -> [Double]? {
        MedianInterval(of: sample).map { [$0.low, $0.high] }
    }

    @Test func medianIsTheMiddleOrTheMeanOfTheMiddleTwo() {
        #expect([3, 1, 2].median == 2)
        #expect([4, 1, 3, 2].median == 2.5)
        #expect([Double]().median == nil)
    }

    @Test func reachesOverWhatMediansOfDrawsAre() {
        #expect(interval([21.9, 22.4, 22.1, 23.0, 21.7, 22.2, 22.8]) == [21.9, 22.8])
        #expect(interval([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 40]) == [3.5, 9.5])
    }

    @Test func ofFewValuesItIsTheirRange() {
        #expect(interval([3, 1, 2]) == [1, 3])
        #expect(interval([5, 1, 4, 2]) == [1, 5])
    }

    @Test func ofTwoValuesThereIsNone() {
        #expect(interval([1, 2]) == nil)
        #expect(interval([]) == nil)
    }

    @Test func equalValuesHaveNoWidth() {
        #expect(interval([4, 4, 4, 4, 4, 4]) == [4, 4])
    }

    @Test func orderDoesNotMatter() {
        #expect(interval([9, 2, 7, 5, 1, 3]) == interval([1, 2, 3, 5, 7, 9]))
    }

    @Test func coverageThatCanBeAttainedReachesTheLevelWithSixValues() {
        #expect(MedianInterval.attainableCoverage(count: 1) == 0)
        #expect(MedianInterval.attainableCoverage(count: 3) == 0.75)
        #expect(MedianInterval.attainableCoverage(count: 5) == 0.9375)
        #expect(MedianInterval.attainableCoverage(count: 6) == 0.96875)
    }

    /// The first numbers of the seed 1, by the published algorithm.
    @Test func generatorIsTheSameEverywhere() {
        var generator = SplitMix64(seed: 1)
        #expect(generator.next() == 10_451_216_379_200_822_465)
        #expect(generator.next() == 13_757_245_211_066_428_519)
        #expect(generator.next() == 17_911_839_290_282_890_590)
        for _ in 0..<1000 { #expect((0..<7).contains(generator.index(below: 7))) }
    }
}
