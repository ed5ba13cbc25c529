import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct ByteReaderIntegersTests {
    @Test func signedNumbersAreInTwosComplement() throws {
        let bytes: [UInt8] = [0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 0xFD]
        var reader = ByteReader(bytes.span)
        #expect(try reader.readInt8("byte") == -1)
        #expect(try reader.readInt16("word") == -2)
        #expect(try reader.readInt32("long word") == -3)
    }

    @Test func threeBytesAreANumber() throws {
        let bytes: [UInt8] = [1, 2, 3]
        var reader = ByteReader(bytes.span)
        #expect(try reader.readUInt24("number") == 0x01_0203)
        var swapped = ByteReader(bytes.span)
        #expect(try swapped.readUInt24LittleEndian("number") == 0x03_0201)
        #expect(swapped.isAtEnd == true)
    }

    @Test func everyNumberThatIsWrittenIsRead() throws {
        var generator = SeededGenerator(seed: 28)
        for _ in 0..<500 {
            let value = generator.next() >> UInt64(generator.number(in: 0...63))
            let signed = Int64(bitPattern: value)
            var writer = ByteWriter()
            writer.writeInt8(Int8(truncatingIfNeeded: signed))
            writer.writeInt16(Int16(truncatingIfNeeded: signed))
            writer.writeInt16LittleEndian(Int16(truncatingIfNeeded: signed))
            writer.writeInt32(Int32(truncatingIfNeeded: signed))
            writer.writeInt32LittleEndian(Int32(truncatingIfNeeded: signed))
            writer.writeInt64(signed)
            writer.writeInt64LittleEndian(signed)
            writer.writeUInt24(UInt32(truncatingIfNeeded: value))
            writer.writeUInt24LittleEndian(UInt32(truncatingIfNeeded: value))
            writer.writeVarint(value)
            let bytes = writer.bytes
            var reader = ByteReader(bytes.span)
            #expect(try reader.readInt8("a") == Int8(truncatingIfNeeded: signed))
            #expect(try reader.readInt16("b") == Int16(truncatingIfNeeded: signed))
            #expect(try reader.readInt16LittleEndian("c") == Int16(truncatingIfNeeded: signed))
            #expect(try reader.readInt32("d") == Int32(truncatingIfNeeded: signed))
            #expect(try reader.readInt32LittleEndian("e") == Int32(truncatingIfNeeded: signed))
            #expect(try reader.readInt64("f") == signed)
            #expect(try reader.readInt64LittleEndian("g") == signed)
            #expect(try reader.readUInt24("h") == UInt32(truncatingIfNeeded: value & 0xFF_FFFF))
            #expect(try reader.readUInt24LittleEndian("i") == UInt32(truncatingIfNeeded: value & 0xFF_FFFF))
            #expect(try reader.readVarint("j") == value)
            #expect(reader.isAtEnd == true)
        }
    }

    @Test func whoLooksAheadDoesNotMove() throws {
        let bytes: [UInt8] = [1, 2, 3, 4]
        var reader = ByteReader(bytes.span)
        #expect(try reader.peekUInt8("byte") == 1)
        #expect(try reader.peekUInt16("word") == 0x0102)
        #expect(try reader.peekUInt32("long word") == 0x0102_0304)
        #expect(try reader.peekSpan(2, "pair").copied() == [1, 2])
        #expect(reader.position == 0)
        try reader.skip(3, "rest")
        let expected = WireError(.truncated(needed: 2, available: 1), field: "word", offset: 3)
        #expect(throws: expected) {
            var reader = ByteReader(bytes.span)
            try reader.skip(3, "rest")
            _ = try reader.peekUInt16("word")
        }
    }

    @Test func aNumberEndsWithinItsRegion() {
        // The bytes behind the region would complete it.
        let bytes: [UInt8] = [0x80, 0x80, 0x01]
        #expect(throws: WireError(.truncated(needed: 3, available: 2), field: "number", offset: 0, limit: "region")) {
            var reader = ByteReader(bytes.span)
            var region = try reader.subreader(2, "region", limit: "region")
            _ = try region.readVarint("number")
        }
        let wide = [UInt8](repeating: 0x80, count: 9) + [2]
        #expect(throws: WireError(.tooLong(length: 11, maximum: 10), field: "number", offset: 0)) {
            var reader = ByteReader(wide.span)
            _ = try reader.readVarint("number")
        }
    }
}
