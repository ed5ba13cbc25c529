import Testing

@testable import TraceReports

@Suite struct SparklineTests {
    @Test func theLargestValueIsTheHighestAndNothingIsASpace() {
        #expect(Sparkline.of([1, 2, 4, 8], width: 10) == "▂▃▅█")
        #expect(Sparkline.of([8, 0, 0.001], width: 10) == "█ ▁")
    }

    @Test func aGivenTopMakesRowsComparable() {
        #expect(Sparkline.of([1], width: 10, top: 8) == "▂")
        #expect(Sparkline.of([100], width: 10, top: 8) == "█")
    }

    @Test func moreValuesThanColumnsAreUnitedAsTheirMeanTheRestByItself() {
        #expect(Sparkline.united([1, 3, 5, 7, 9], into: 3) == [2, 6, 9])
        #expect(Sparkline.united([1, 3], into: 3) == [1, 3])
        #expect(Sparkline.of(Array(repeating: 1, count: 1000), width: 60).count <= 60)
    }

    @Test func withoutValuesColumnsOrSenseNothingIsDrawn() {
        #expect(Sparkline.of([], width: 10) == "")
        #expect(Sparkline.of([1], width: 0) == "")
        #expect(Sparkline.of([0, 0], width: 10) == "")
        #expect(Sparkline.of([.nan, .infinity, 1], width: 10) == "  █")
    }
}
