import Testing

@testable import CaptureCorrelation

@Suite struct ByteRangesTests {
    private let ranges = ByteRanges([40..<50, 0..<10, 10..<20, 15..<18, 30..<30])

    @Test func rangesThatTouchAreOne() {
        #expect(ranges.contains(0..<20) && ranges.contains(5..<15) && ranges.contains(40..<50))
        #expect(!ranges.contains(15..<21) && !ranges.contains(39..<45) && !ranges.contains(0..<50))
    }

    @Test func anythingInCommonOverlaps() {
        #expect(ranges.overlaps(19..<30) && ranges.overlaps(0..<100) && ranges.overlaps(49..<60))
        #expect(!ranges.overlaps(20..<40) && !ranges.overlaps(50..<60))
        #expect(!ByteRanges([]).overlaps(0..<10) && !ByteRanges([]).contains(0..<10))
    }
}
