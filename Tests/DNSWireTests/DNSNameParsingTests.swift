import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct DNSNameParsingTests {
    private func parse(_ bytes: [UInt8], at position: Int = 0) throws(WireError) -> (name: DNSName, end: Int) {
        var reader = ByteReader(bytes.span)
        try reader.skip(position, "test")
        let name = try DNSName(parsing: &reader)
        return (name, reader.position)
    }

    @Test func followsPointersBackward() throws {
        let message: [UInt8] = [5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0, 1, 0x61, 0xC0, 0, 1, 0x62, 0xC0, 7, 0xFF]
        let (name, end) = try parse(message, at: 11)
        #expect(name.presentation == "b.a.local.")
        #expect(end == 15)
        #expect(try parse(message, at: 13).name.presentation == "a.local.")
    }

    @Test func pointersReachBeforeTheRegionOfTheReader() throws {
        let message: [UInt8] = [1, 0x61, 0, 0xC0, 0, 0xFF]
        var reader = ByteReader(message.span)
        try reader.skip(3, "test")
        var region = try reader.subreader(2, "RDATA", limit: "RDLENGTH")
        #expect(try DNSName(parsing: &region).presentation == "a.")
        #expect(region.remaining == 0)
    }

    @Test(
        arguments: [
            // To itself, forward, into the name that it ends, and back and forth.
            ([0xC0, 0], 0, 0, 0),
            ([0xC0, 2, 1, 0x61, 0], 0, 0, 2),
            ([1, 0x61, 0xC0, 0], 0, 2, 0),
            ([1, 0x61, 0xC0, 4, 0xC0, 0], 4, 2, 4),
        ] as [([UInt8], Int, Int, Int)])
    func refusesPointersThatDoNotLeadBack(bytes: [UInt8], position: Int, offset: Int, target: Int) {
        #expect(throws: WireError(.badReference(target: target), field: "DNS name pointer", offset: offset)) {
            try parse(bytes, at: position)
        }
    }

    @Test func refusesTooManyPointers() throws {
        // A zero byte, then pointers of which each leads to the one before.
        var bytes: [UInt8] = [0, 0]
        for index in 0..<200 {
            let target = index * 2
            bytes += [0xC0 | UInt8(target >> 8), UInt8(target & 255)]
        }
        let last = 2 * DNSName.maximumPointers
        #expect(try parse(bytes, at: last).name.isRoot)
        #expect(throws: WireError(.badReference(target: 0), field: "DNS name pointer", offset: 2)) {
            try parse(bytes, at: last + 2)
        }
    }

    @Test func refusesNamesOver255BytesHoweverTheyAreWritten() throws {
        let label = [63] + [UInt8](repeating: 0x61, count: 63)
        let longest = label + label + label + [61] + [UInt8](repeating: 0x61, count: 61) + [0]
        #expect(try parse(longest).name.wireForm == longest)
        let oneMore = label + label + label + [62] + [UInt8](repeating: 0x61, count: 62) + [0]
        #expect(throws: WireError(.tooLong(length: 256, maximum: 255), field: "DNS name", offset: 192)) {
            try parse(oneMore)
        }
        // Two bytes in front of a pointer to the longest name: its last label is the one too many.
        #expect(throws: WireError(.tooLong(length: 257, maximum: 255), field: "DNS name", offset: 192)) {
            try parse(longest + [1, 0x62, 0xC0, 0], at: 255)
        }
    }

    @Test(
        arguments: [
            ([], 0, WireError.Kind.truncated(needed: 1, available: 0), "DNS label length"),
            ([3, 0x61, 0x62], 0, .truncated(needed: 4, available: 3), "DNS label"),
            ([1, 0x61], 2, .truncated(needed: 1, available: 0), "DNS label length"),
            ([1, 0x61, 0xC0], 2, .truncated(needed: 2, available: 1), "DNS name pointer"),
            ([1, 0x61, 0x40, 0], 2, .invalidValue(0x40), "DNS label length"),
            ([0x80, 0], 0, .invalidValue(0x80), "DNS label length"),
        ] as [([UInt8], Int, WireError.Kind, WireError.Field)])
    func saysWhereANameIsBroken(bytes: [UInt8], offset: Int, kind: WireError.Kind, field: WireError.Field) {
        #expect(throws: WireError(kind, field: field, offset: offset)) { try parse(bytes) }
    }

    @Test func staysInPlaceAfterAnError() {
        let bytes: [UInt8] = [1, 0x61, 9]
        var reader = ByteReader(bytes.span, baseOffset: 100)
        var caught: WireError?
        do throws(WireError) { _ = try DNSName(parsing: &reader) } catch { caught = error }
        #expect(caught?.offset == 102)
        #expect(reader.position == 0)
    }

    @Test func writtenNamesReadBackInTheirSpelling() throws {
        // Plausible names end alike, so that there is something to compress.
        let rows = Generator<DNSName>.oneOf([.plausible, .plausible, .extreme]).list(count: 3...3)
        for names in rows.values(seed: 1035, count: 500) {
            for scope in [NameCompression.Scope.none, .multicast] {
                var writer = ByteWriter()
                var compression = NameCompression(scope: scope)
                for name in names { name.serialize(into: &writer, compressedBy: &compression) }
                var reader = ByteReader(writer.bytes.span)
                for name in names { #expect(try DNSName(parsing: &reader).wireForm == name.wireForm) }
                #expect(reader.remaining == 0)
            }
        }
    }

    @Test func compressesWithoutChangingTheSpelling() throws {
        var writer = ByteWriter()
        writer.writeBytes([0xFF, 0xFF])
        var compression = NameCompression(messageStart: 2)
        for text in ["a.local.", "b.local.", "c.LOCAL.", "b.local."] {
            try #require(DNSName(presentation: text)).serialize(into: &writer, compressedBy: &compression)
        }
        let expected = "ffff 0161 056c6f63616c 00 0162 c002 0163 054c4f43414c 00 c009"
        #expect(writer.bytes == Hex.decode(expected))
    }

    @Test func doesNotPointBeyond14Bits() throws {
        let name = try #require(DNSName(presentation: "a."))
        var writer = ByteWriter()
        writer.writeBytes([UInt8](repeating: 0, count: 0x4000))
        var compression = NameCompression()
        name.serialize(into: &writer, compressedBy: &compression)
        name.serialize(into: &writer, compressedBy: &compression)
        #expect(writer.bytes[0x4000...] == [1, 0x61, 0, 1, 0x61, 0])
    }
}
