import Testing

@testable import TraceAnalysis

@Suite struct SegmentsTests {
    @Test(arguments: [0, 1, 63, 64, 65, 128, 200]) func elementsAreWhereTheyWerePut(count: Int) {
        let segments = Segments(0..<count)
        #expect(segments.count == count && Array(segments) == Array(0..<count))
        var appended = Segments<Int>()
        for number in 0..<count { appended.append(number) }
        #expect(appended.elementsEqual(segments))
        #expect(segments.last == (0..<count).last && segments.indices == 0..<count)
    }

    @Test func aCopyDoesNotChangeWithItsOriginal() {
        var segments = Segments(0..<130)
        let copy = segments
        segments[0] = -1
        segments[64] = -1
        segments.append(130)
        #expect(Array(copy) == Array(0..<130))
        #expect(segments[0] == -1 && segments[64] == -1 && segments[129] == 129 && segments.count == 131)
    }
}
