import Testing
import WireCoding
import WireTesting

@Suite struct LengthPrefixTests {
    private static let prefixes: [LengthPrefix] = [
        .uint8, .uint16(), .uint24(), .uint32(), .uint64(), .uint16(.littleEndian), .uint24(.littleEndian),
        .uint32(.littleEndian), .uint64(.littleEndian), .varint,
    ]

    @Test(
        arguments: [
            (.uint8, [3]), (.uint16(), [0, 3]), (.uint24(), [0, 0, 3]), (.uint32(), [0, 0, 0, 3]),
            (.uint64(), [0, 0, 0, 0, 0, 0, 0, 3]), (.uint16(.littleEndian), [3, 0]),
            (.uint24(.littleEndian), [3, 0, 0]), (.uint32(.littleEndian), [3, 0, 0, 0]), (.varint, [3]),
        ] as [(LengthPrefix, [UInt8])])
    func theLengthComesBeforeTheBytes(prefix: LengthPrefix, length: [UInt8]) throws {
        var writer = ByteWriter()
        writer.writeUInt8(0xEE)
        try writer.writeLengthPrefixed(prefix, "note") { $0.writeBytes([7, 8, 9]) }
        #expect(writer.bytes == [0xEE] + length + [7, 8, 9])
    }

    @Test(arguments: prefixes, [0, 1, 127, 128, 255])
    func whatIsWrittenIsRead(prefix: LengthPrefix, count: Int) throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var writer = ByteWriter()
        try writer.writeLengthPrefixed(prefix, "note") { $0.writeBytes(body) }
        writer.writeUInt8(0xEE)
        let bytes = writer.bytes
        var reader = ByteReader(bytes.span)
        var note = try reader.readLengthPrefixed(prefix, "note", length: "note length")
        #expect(note.readRemainingBytes() == body)
        #expect(try reader.readUInt8("mark") == 0xEE)
    }

    @Test func lengthsNest() throws {
        var writer = ByteWriter()
        try writer.writeLengthPrefixed(.uint16(), "list") { (list) throws(WireError) in
            try list.writeLengthPrefixed(.uint8, "entry") { $0.writeBytes([1]) }
            try list.writeLengthPrefixed(.varint, "entry") { $0.writeBytes([2, 3]) }
        }
        #expect(writer.bytes == [0, 5, 1, 1, 2, 2, 3])
    }

    @Test func nothingIsWrittenOfWhatIsTooLong() {
        var writer = ByteWriter()
        writer.writeUInt8(0xEE)
        #expect(throws: WireError(.tooLong(length: 256, maximum: 255), field: "note", offset: 2)) {
            try writer.writeLengthPrefixed(.uint8, "note") { $0.writeBytes([UInt8](repeating: 0, count: 256)) }
        }
        #expect(writer.bytes == [0xEE])
    }

    @Test(
        arguments: [
            ([0, 4, 1, 2, 3], WireError(.truncated(needed: 4, available: 3), field: "note", offset: 2)),
            ([0], WireError(.truncated(needed: 2, available: 1), field: "note length", offset: 0)),
        ] as [([UInt8], WireError)])
    func aLengthThatLiesIsNamed(bytes: [UInt8], expected: WireError) {
        #expect(throws: expected) {
            var reader = ByteReader(bytes.span)
            _ = try reader.readLengthPrefixed(.uint16(), "note", length: "note length")
        }
    }

    @Test func aLengthBeyondMemoryIsMoreThanIsThere() {
        let bytes = Varint.encode(.max) + [1]
        #expect(throws: WireError(.truncated(needed: .max, available: 1), field: "note", offset: 10)) {
            var reader = ByteReader(bytes.span)
            _ = try reader.readLengthPrefixed(.varint, "note", length: "note length")
        }
    }
}
