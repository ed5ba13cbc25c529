import Testing

@testable import TraceAnalysis

@Suite struct OrderedSlicesTests {
    @Test(
        arguments: [0, 1, 5, 6, 7, 100], [1, 2, 3, 16])
    func resultsComeInOrderAndCoverEverythingOnce(count: Int, workers: Int) async {
        var taken: [Int] = []
        var lengths: [Int] = []
        await OrderedSlices(of: count, length: 3, workers: workers).forEach {
            Array($0)
        } take: {
            taken += $0
            lengths.append($0.count)
        }
        #expect(taken == Array(0..<count))
        #expect(lengths.allSatisfy { 1...3 ~= $0 } && lengths.count == (count + 2) / 3)
    }

    @Test func oneThatTakesItsTimeHoldsUpTheOthersResultsNotTheirOrder() async {
        var taken: [Int] = []
        await OrderedSlices(of: 40, length: 1, workers: 4).forEach { slice in
            // Work, so that the others overtake it.
            slice.lowerBound % 8 == 0 ? (0..<20_000).reduce(slice.lowerBound) { $0 ^ $1 ^ $1 } : slice.lowerBound
        } take: {
            taken.append($0)
        }
        #expect(taken == Array(0..<40))
    }

    private struct Failure: Error, Equatable {
        var slice: Int
    }

    @Test(arguments: [1, 2, 8])
    func theFirstSliceThatFailsEndsItAfterTheResultsBeforeIt(workers: Int) async {
        var taken: [Int] = []
        await #expect(throws: Failure(slice: 5)) {
            try await OrderedSlices(of: 40, length: 1, workers: workers).forEach { slice throws(Failure) in
                guard slice.lowerBound < 5 else { throw Failure(slice: slice.lowerBound) }
                return slice.lowerBound
            } take: { (number: Int) throws(Failure) in
                taken.append(number)
            }
        }
        #expect(taken == [0, 1, 2, 3, 4])
    }

    @Test(arguments: [1, 2])
    func noMoreIsBegunAfterOneWhoTakesResultsFails(workers: Int) async {
        var takes = 0
        await #expect(throws: Failure.self) {
            try await OrderedSlices(of: 1000, length: 1, workers: workers).forEach { (slice) throws(Failure) in
                slice.lowerBound
            } take: { (number: Int) throws(Failure) in
                takes += 1
                throw Failure(slice: number)
            }
        }
        #expect(takes == 1)
    }
}
