import Testing

@testable import TraceAnalysis

@Suite struct CountedMessagesTests {
    private func count(_ numbers: [Int64], width: Int? = nil) -> CountedMessages {
        var counted = CountedMessages(width: width)
        for number in numbers { counted.record(number) }
        return counted
    }

    @Test func numbersBetweenTheFirstAndTheLastThatNeverCameAreLost() {
        let counted = count([17, 18, 21])
        #expect(counted.lost == 2)
        #expect(counted.duplicates == 0)
        #expect(counted.late == 0)
    }

    @Test func aNumberBelowTheHighestIsLate() {
        let counted = count([5, 7, 6])
        #expect(counted.lost == 0)
        #expect(counted.late == 1)
    }

    @Test func aNumberBelowTheFirstCountsToo() {
        let counted = count([5, 3])
        #expect(counted.lost == 1)
        #expect(counted.late == 1)
    }

    @Test func whatTheCaptureLacksIsNotLost() {
        var counted = count([1, 2, 5])
        counted.miss()
        for number in [9, 10, 12] as [Int64] { counted.record(number) }
        // 3 and 4 before the hole, and 11 behind it; 6 to 8 may be in it.
        #expect(counted.lost == 3)
        #expect(counted.late == 0)
    }

    @Test func aNumberThatCameIsACopy() {
        let counted = count([0, 1, 1, 0])
        #expect(counted.duplicates == 2)
        #expect(counted.late == 0)
    }

    @Test(arguments: [8, 16, 32])
    func numbersWrapAtTheirWidth(width: Int) {
        let last = (Int64(1) << Int64(width)) - 1
        let counted = count([last - 1, last, 0, 2, 1], width: width)
        #expect(counted.lost == 0)
        #expect(counted.late == 1)
        #expect(counted.duplicates == 0)
    }

    @Test func aNumberFarAwayBeginsAnotherCount() {
        let counted = count([1, 3, .max - 1, .min, 5])
        #expect(counted.lost == 1)
    }

    @Test func noNumberIsTooLarge() {
        #expect(count([.max, .min, 0, -1, .max]).lost == 0)
    }
}
