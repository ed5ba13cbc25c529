import Testing

@testable import TraceReports

@Suite struct LineSharesTests {
    @Test func everySectionGetsWhatItWantsIfThereIsRoom() {
        #expect(LineShares.dealt(20, wants: [4, 0, 9], least: 4) == [4, 0, 9])
    }

    @Test func whatLacksIsShared() {
        #expect(LineShares.dealt(19, wants: [30, 5, 30], least: 4) == [7, 5, 7])
        #expect(LineShares.dealt(13, wants: [30, 30, 30], least: 4) == [5, 4, 4])
    }

    @Test func theLeastImportantSectionIsLeftOutFirst() {
        #expect(LineShares.dealt(11, wants: [30, 30, 30], least: 4) == [6, 5, 0])
        #expect(LineShares.dealt(3, wants: [30, 30, 30], least: 4) == [0, 0, 0])
        #expect(LineShares.dealt(-2, wants: [30], least: 4) == [0])
    }
}
