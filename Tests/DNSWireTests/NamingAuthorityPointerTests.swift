import DNSWire
import Testing
import WireCoding

@Suite struct NamingAuthorityPointerTests {
    /// 100 50 "S" "SIP+D2U" "" _sip._udp.example.
    private let hex = "00640032" + "0153" + "075349502b443255" + "00" + "045f736970045f756470076578616d706c6500"

    @Test func readsAndWritesARule() throws {
        let data = try RecordBytes.read(hex, as: .naptr)
        let next = try #require(DNSName(presentation: "_sip._udp.example."))
        let rule = try NamingAuthorityPointer(
            order: 100, preference: 50, flags: Array("S".utf8), services: Array("SIP+D2U".utf8), substitution: [],
            replacement: next)
        #expect(data == .namingAuthorityPointer(rule))
        #expect(RecordBytes.write(data) == hex)
        #expect(data.encodedSize == hex.count / 2)
        #expect(try RecordBytes.truncations(hex, as: .naptr).count == hex.count / 2)
    }

    @Test(arguments: [NameCompression.Scope.unicast, .multicast])
    func theReplacementIsNeverCompressed(scope: NameCompression.Scope) throws {
        let name = try #require(DNSName(presentation: "example."))
        let record = ResourceRecord(name: name, type: .naptr, ttl: 60, data: try RecordBytes.read(hex, as: .naptr))
        var writer = ByteWriter()
        try DNSMessage(answers: [record]).serialize(into: &writer, compression: scope)
        #expect(Hex.encode(writer.bytes).hasSuffix(hex))
    }

    @Test func stringsThatNoLengthByteCanTellAreRefused() {
        let long = [UInt8](repeating: 0x61, count: 300)
        let error = WireError(.tooLong(length: 300, maximum: 255), field: "NAPTR REGEXP", offset: 0)
        #expect(throws: error) {
            try NamingAuthorityPointer(
                order: 0, preference: 0, flags: [], services: [], substitution: long, replacement: .root)
        }
    }
}
