import DNSWire
import Testing
import WireCoding
import WireTesting

@Suite struct NextSecureTests {
    @Test func dataReadsBack() throws {
        var random = SeededGenerator(seed: 47)
        for _ in 0..<200 {
            let types = (0..<random.number(in: 0...4)).map { _ in
                RecordType(rawValue: UInt16(random.number(in: 0...600)))
            }
            let next = NextSecure(nextDomainName: try random.name(), types: TypeBitmap(types))
            var writer = ByteWriter()
            next.serialize(into: &writer)
            var reader = ByteReader(writer.bytes.span)
            #expect(try NextSecure(parsing: &reader) == next)
            #expect(reader.remaining == 0)
        }
    }
}
