import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICAcknowledgedRangesTests {
    private func ranges(_ text: String) throws -> [ClosedRange<UInt64>] {
        let bytes = hex(text)
        var input = ByteReader(bytes.span)
        guard case .acknowledgment(let acknowledgment) = try QUICFrameView(parsing: &input) else { return [] }
        var ranges = QUICAcknowledgedRanges(acknowledgment, in: bytes.span)
        var result: [ClosedRange<UInt64>] = []
        while let range = ranges.next() { result.append(range) }
        return result
    }

    @Test func oneRangeEndsWithTheLargestNumber() throws {
        #expect(try ranges("0209000000") == [9...9])
        #expect(try ranges("0209000009") == [0...9])
    }

    @Test func furtherRangesAreBehindTheirGaps() throws {
        // 20 and 19; 18 and 17 are missing; 16 to 13; 12 is missing; 11.
        #expect(try ranges("021400020101030000") == [19...20, 13...16, 11...11])
        // Up to packet 0.
        #expect(try ranges("02040001000101") == [4...4, 0...1])
    }

    @Test func aFrameThatHasItsBytesIsReadAlike() throws {
        let bytes = hex("021400020101030000")
        var input = ByteReader(bytes.span)
        guard case .acknowledgment(let acknowledgment) = try QUICOwnedFrame(parsing: &input) else { return }
        var ranges = QUICAcknowledgedRanges(acknowledgment)
        #expect(ranges.next() == 19...20)
        #expect(ranges.next() == 13...16)
        #expect(ranges.next() == 11...11)
        #expect(ranges.next() == nil)
        #expect(ranges.next() == nil)
    }

    @Test func whatNoReaderHasCheckedEndsEarly() throws {
        let one = try #require(QUICVariableInteger(1))
        let many = try #require(QUICVariableInteger(1000))
        let wrong = QUICFrameView.Acknowledgment(
            largest: one, delay: one, rangeCount: many, firstRange: many, ranges: 5..<900)
        let bytes: [UInt8] = [0, 0]
        var ranges = QUICAcknowledgedRanges(wrong, in: bytes.span)
        #expect(ranges.next() == nil)
        let short = QUICOwnedFrame.Acknowledgment(
            largest: many, delay: one, rangeCount: many, firstRange: one, ranges: [0])
        var cut = QUICAcknowledgedRanges(short)
        #expect(cut.next() == 999...1000)
        #expect(cut.next() == nil)
    }
}
