import Testing

@testable import nearscope

@Suite struct FrameSelectionTests {
    @Test func numbersAndRanges() {
        #expect(FrameSelection("7")?.ranges == [7...7])
        #expect(FrameSelection("7-12,30")?.ranges == [7...12, 30...30])
        #expect(FrameSelection("7-")?.ranges == [7...Int.max])
    }

    @Test func numbersMayBeAsTheyArePrinted() {
        #expect(FrameSelection("#7")?.ranges == [7...7])
        #expect(FrameSelection("#7-#12,#30")?.ranges == [7...12, 30...30])
    }

    @Test(arguments: ["", "0", "7-3", "#", "##7", "-7", "+7", "7,", "a"])
    func anythingElseIsNone(_ text: String) {
        #expect(FrameSelection(text) == nil)
    }
}
