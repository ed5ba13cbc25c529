import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct ByteReaderTests {
    private let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08]

    /// The error that a read of these bytes ends with.
    private func failure(
        _ bytes: [UInt8], baseOffset: Int = 0, _ read: (inout ByteReader) throws(WireError) -> Void
    ) -> WireError? {
        var reader = ByteReader(bytes.span, baseOffset: baseOffset)
        do {
            try read(&reader)
            return nil
        } catch {
            return error
        }
    }

    @Test func integersAreBigEndianUnlessTheMethodSaysOtherwise() throws {
        var reader = ByteReader(bytes.span)
        #expect(try reader.readUInt8("byte") == 0x01)
        #expect(try reader.readUInt16("word") == 0x0203)
        #expect(try reader.readUInt32("long word") == 0x0405_0607)
        #expect(reader.position == 7)
        #expect(reader.remaining == 1)
        var whole = ByteReader(bytes.span)
        #expect(try whole.readUInt64("all") == 0x0102_0304_0506_0708)
        #expect(whole.isAtEnd == true)
    }

    @Test func littleEndianIntegers() throws {
        var reader = ByteReader(bytes.span)
        #expect(try reader.readUInt16LittleEndian("word") == 0x0201)
        #expect(try reader.readUInt32LittleEndian("long word") == 0x0605_0403)
        var whole = ByteReader(bytes.span)
        #expect(try whole.readUInt64LittleEndian("all") == 0x0807_0605_0403_0201)
    }

    @Test func copiesSpansAndSkipsMoveOnByTheirLength() throws {
        var reader = ByteReader(bytes.span)
        try reader.skip(1, "padding")
        #expect(try reader.readBytes(2, "pair") == [2, 3])
        let span = try reader.readSpan(3, "three")
        #expect(span.copied() == [4, 5, 6])
        #expect(reader.readRemainingBytes() == [7, 8])
        #expect(reader.isAtEnd == true)
        #expect(reader.readRemainingBytes() == [])
    }

    @Test func everyReadPastTheEndThrowsWhatItNeededAndWhatWasThereAndWhere() {
        let reads: [(needed: Int, read: (inout ByteReader) throws(WireError) -> Void)] = [
            (2, { (reader) throws(WireError) in _ = try reader.readUInt16("field") }),
            (4, { (reader) throws(WireError) in _ = try reader.readUInt32("field") }),
            (8, { (reader) throws(WireError) in _ = try reader.readUInt64("field") }),
            (2, { (reader) throws(WireError) in _ = try reader.readUInt16LittleEndian("field") }),
            (4, { (reader) throws(WireError) in _ = try reader.readUInt32LittleEndian("field") }),
            (8, { (reader) throws(WireError) in _ = try reader.readUInt64LittleEndian("field") }),
            (5, { (reader) throws(WireError) in _ = try reader.readBytes(5, "field") }),
            (6, { (reader) throws(WireError) in _ = try reader.readSpan(6, "field") }),
            (7, { (reader) throws(WireError) in try reader.skip(7, "field") }),
            (9, { (reader) throws(WireError) in _ = try reader.subreader(9, "field", limit: "length") }),
        ]
        for (needed, read) in reads {
            let error = failure([0, 0, 0], baseOffset: 40) { (reader) throws(WireError) in
                try reader.skip(2, "before")
                try read(&reader)
            }
            #expect(error == WireError(.truncated(needed: needed, available: 1), field: "field", offset: 42))
        }
        let empty = failure([]) { (reader) throws(WireError) in _ = try reader.readUInt8("field") }
        #expect(empty == WireError(.truncated(needed: 1, available: 0), field: "field", offset: 0))
    }

    @Test func aFailedReadLeavesThePositionWhereItWas() {
        var reader = ByteReader(bytes.span)
        #expect((try? reader.skip(3, "before")) != nil)
        #expect((try? reader.readBytes(6, "too much")) == nil)
        #expect((try? reader.readUInt64("too much")) == nil)
        #expect(reader.position == 3)
    }

    @Test(arguments: [-1, Int.min, Int.max])
    func negativeAndHugeCountsAreErrorsNotTraps(count: Int) {
        let error = failure(bytes) { (reader) throws(WireError) in
            try reader.skip(1, "before")
            try reader.skip(count, "field")
        }
        #expect(error == WireError(.truncated(needed: count, available: 7), field: "field", offset: 1))
        #expect(failure(bytes) { (reader) throws(WireError) in _ = try reader.readBytes(count, "field") } != nil)
    }

    @Test func aSubReaderEndsAtItsOwnLength() throws {
        var reader = ByteReader(bytes.span, baseOffset: 100)
        try reader.skip(2, "before")
        var inner = try reader.subreader(3, "option", limit: "option length")
        #expect(reader.position == 5)
        #expect(inner.remaining == 3)
        #expect(inner.offset == 102)
        #expect(try inner.readUInt16("first") == 0x0304)
        do {
            _ = try inner.readUInt16("second")
            Issue.record("read past the sub-reader's end")
        } catch {
            #expect(
                error
                    == WireError(
                        .truncated(needed: 2, available: 1), field: "second", offset: 104, limit: "option length"))
        }
        #expect(inner.readRemainingBytes() == [5])
        #expect(try reader.readUInt8("after") == 6)
    }

    @Test func aReaderCanFollowAReferenceBackwardWithinItsOwnRegion() throws {
        var reader = ByteReader(bytes.span, baseOffset: 10)
        try reader.skip(2, "before")
        var inner = try reader.subreader(4, "name", limit: "length")
        try inner.skip(2, "name")
        var back = try inner.moved(to: 0, "pointer")
        #expect(try back.readUInt8("byte") == 1)
        let end = try inner.moved(to: 6, "pointer")
        #expect(end.isAtEnd == true)
        for target in [-1, 7, Int.max, Int.min] {
            do {
                _ = try inner.moved(to: target, "pointer")
                Issue.record("moved to \(target)")
            } catch {
                #expect(
                    error == WireError(.badReference(target: target), field: "pointer", offset: 14, limit: "length"))
            }
        }
    }

    @Test func bytesLeftOverAreAnErrorWithTheirNumber() throws {
        let error = failure(bytes) { (reader) throws(WireError) in
            try reader.skip(5, "content")
            try reader.expectEnd("message")
        }
        #expect(error == WireError(.trailingBytes(count: 3), field: "message", offset: 5))
        #expect(failure([]) { (reader) throws(WireError) in try reader.expectEnd("message") } == nil)
    }

    @Test func wordsForScannersAreLoadedAtAnyAlignment() {
        let bytes = [UInt8](0..<32)
        #expect(bytes.span.loadUInt64(at: 3) == 0x0A09_0807_0605_0403)
        #expect(bytes.span.littleEndianUInt16(at: 1) == 0x0201)
        #expect(bytes.span.elementsEqual([UInt8](0..<32).span) == true)
        #expect(bytes.span.elementsEqual([UInt8](1..<33).span) == false)
        #expect(bytes.span.elementsEqual([UInt8](0..<31).span) == false)
    }
}
