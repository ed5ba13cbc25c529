import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct NextSecureTests {
    @Test func dataReadsBack() throws {
        var random = SeededGenerator(seed: 47)
        for _ in 0..<200 {
            let types = (0..<random.number(in: 0...4)).map { _ in
                RecordType(rawValue: UInt16(random.number(in: 0...600)))
            }
            let next = NextSecure(nextDomainName: Generator<DNSName>.extreme.next(&random), types: TypeBitmap(types))
            var writer = ByteWriter()
            next.serialize(into: &writer)
            var reader = ByteReader(writer.bytes.span)
            #expect(try NextSecure(parsing: &reader) == next)
            #expect(reader.remaining == 0)
        }
    }

    @Test func aCompressedNextNameIsTheRecordsOwn() throws {
        // "a.local." at offset 12, then "b.local." with NSEC data that points at one or the other.
        let names: [UInt8] = [1, 0x61, 5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0, 0, 1, 0, 1] + [1, 0x62, 0xC0, 14]
        for (target, isOwn) in [(12, false), (25, true)] as [(UInt8, Bool)] {
            let bytes =
                [0, 0, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0] + names + [
                    0, 47, 0x80, 1, 0, 0, 0, 120, 0, 5, 0xC0, target, 0, 1, 0x40,
                ]
            let message = try DNSMessage(parsing: bytes)
            let data = try #require(message.answers.first?.data)
            if isOwn {
                #expect(
                    data == .nextSecure(NextSecure(nextDomainName: message.answers[0].name, types: TypeBitmap([.a]))))
            } else {
                guard let error = data.fault else {
                    Issue.record("\(data)")
                    continue
                }
                #expect(error.kind == .badReference(target: 12) && error.offset == 39)
            }
            #expect(try DNSMessage(parsing: message.bytes(compression: .none)) == message)
        }
    }
}
