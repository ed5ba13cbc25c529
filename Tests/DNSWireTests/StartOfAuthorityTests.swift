import DNSWire
import Testing
import WireCoding

@Suite struct StartOfAuthorityTests {
    /// ns.example. hostmaster.example. 2026112101 7200 3600 1209600 300
    private let hex =
        "026e73076578616d706c6500" + "0a686f73746d6173746572076578616d706c6500" + "78c3f1a5" + "00001c20" + "00000e10"
        + "00127500" + "0000012c"

    @Test func readsAndWritesAZonesBeginning() throws {
        let data = try RecordBytes.read(hex, as: .soa)
        guard case .startOfAuthority(let authority) = data else {
            Issue.record("\(data) should be the start of a zone")
            return
        }
        #expect(authority.primaryServer.presentation == "ns.example.")
        #expect(authority.responsibleMailbox.presentation == "hostmaster.example.")
        #expect(authority.serial == 2_026_107_301)
        #expect(authority.refresh == 7200 && authority.retry == 3600)
        #expect(authority.expire == 1_209_600 && authority.minimum == 300)
        #expect(RecordBytes.write(data) == hex)
        #expect(data.encodedSize == hex.count / 2)
    }

    @Test func everyCutIsNoticed() throws {
        #expect(try RecordBytes.truncations(hex, as: .soa).count == hex.count / 2)
    }

    @Test func bothNamesBecomePointersForAnyReceiver() throws {
        let zone = try #require(DNSName(presentation: "example."))
        let record = ResourceRecord(name: zone, type: .soa, ttl: 300, data: try RecordBytes.read(hex, as: .soa))
        var writer = ByteWriter()
        try DNSMessage(answers: [record]).serialize(into: &writer, compression: .unicast)
        // 12 of the header, the owner's 9, 10, then `ns` and `hostmaster` with a pointer each, and five numbers.
        #expect(writer.count == 12 + 9 + 10 + 5 + 13 + 20)
        var reader = ByteReader(writer.bytes.span)
        #expect(try DNSMessage(parsing: &reader).answers == [record])
    }
}
