import Testing

@testable import CaptureCorrelation

@Suite struct EvenBinsTests {
    private func bins(_ times: [Int64], _ limit: Int) -> [[Int64]] {
        EvenBins.of(times, limit, time: \.self)
    }

    @Test func fewEntriesHaveBinsOfTheirOwn() {
        #expect(bins([1, 1, 5], 3) == [[1], [1], [5]])
        #expect(bins([], 3).isEmpty)
    }

    @Test func manyShareBinsOfOneWidthAndNoneIsLost() {
        #expect(bins([0, 1, 2, 50, 99, 100], 2) == [[0, 1, 2, 50], [99, 100]])
        let many = (0..<10_000).map { Int64($0 * $0) }
        let found = bins(many, 120)
        #expect(found.count <= 120 && found.joined().elementsEqual(many))
    }

    @Test(arguments: [1, 7]) func theWidestTimesAreNoTrap(limit: Int) {
        #expect(bins([.min, 0, 1, 2, 3, 4, 5, 6, .max], limit).joined().count == 9)
    }
}
