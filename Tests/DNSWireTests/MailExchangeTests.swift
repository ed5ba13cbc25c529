import DNSWire
import Testing
import WireCoding

@Suite struct MailExchangeTests {
    @Test func readsAndWritesAMailHost() throws {
        let hex = "000a046d61696c076578616d706c6500"
        let host = try #require(DNSName(presentation: "mail.example."))
        let data = try RecordBytes.read(hex, as: .mx)
        #expect(data == .mailExchange(MailExchange(preference: 10, exchange: host)))
        #expect(RecordBytes.write(data) == hex)
        #expect(try RecordBytes.truncations(hex, as: .mx).count == hex.count / 2)
    }

    @Test func theHostBecomesAPointer() throws {
        let domain = try #require(DNSName(presentation: "example."))
        let host = try #require(DNSName(presentation: "mail.example."))
        let record = ResourceRecord(
            name: domain, type: .mx, ttl: 60, data: .mailExchange(MailExchange(preference: 10, exchange: host)))
        var writer = ByteWriter()
        try DNSMessage(answers: [record]).serialize(into: &writer, compression: .unicast)
        #expect(Hex.encode(writer.bytes[31...]) == "000a" + "046d61696c" + "c00c")
    }
}
