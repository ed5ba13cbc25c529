import DNSWire
import Testing
import WireCoding

@Suite struct NameCompressionTests {
    @Test func writesThousandsOfNamesWithinTheReachOfPointers() throws {
        // More names than there is room for within 14 bits, each of them twice.
        let names = try (0..<8000).map { try DNSName(labels: [Array("n\($0)".utf8), Array("local".utf8)]) }
        var writer = ByteWriter()
        var compression = NameCompression()
        for name in names + names { name.serialize(into: &writer, compressedBy: &compression) }
        var reader = ByteReader(writer.bytes.span)
        for name in names + names { #expect(try DNSName(parsing: &reader).wireForm == name.wireForm) }
        #expect(reader.remaining == 0)
    }

    @Test func namesInSeveralWritersAreNoDanger() throws {
        // Nothing says that one compression goes with one message; positions then mean nothing, but nothing breaks.
        var compression = NameCompression()
        for number in 0..<70_000 {
            var writer = ByteWriter()
            try DNSName(labels: [Array("n\(number)".utf8)]).serialize(into: &writer, compressedBy: &compression)
            #expect(writer.count >= 4)
        }
    }

    @Test func endsOfNamesAreFoundAtEveryLength() throws {
        for length in 1...40 {
            let tail = try DNSName(labels: [[UInt8](repeating: 0x61, count: length)])
            let name = try DNSName(labels: [[0x78]]).appending(tail)
            var writer = ByteWriter()
            var compression = NameCompression()
            tail.serialize(into: &writer, compressedBy: &compression)
            name.serialize(into: &writer, compressedBy: &compression)
            #expect(Array(writer.bytes[(length + 2)...]) == [1, 0x78, 0xC0, 0])
            // A name that differs in its last letter alone, and then one in its case alone.
            for last in [0x62, 0x41] as [UInt8] {
                let other = try DNSName(labels: [[UInt8](repeating: 0x61, count: length - 1) + [last]])
                let start = writer.count
                other.serialize(into: &writer, compressedBy: &compression)
                #expect(writer.bytes[start...] == other.wireForm[...])
            }
        }
    }
}
