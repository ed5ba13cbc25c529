import DNSWire
import Testing
import WireCoding

@Suite struct ResourceRecordExtensionTests {
    @Test func readsTheFieldsOfTheTTL() {
        let record = ResourceRecord(name: .root, type: .opt, rawClass: 1232, ttl: 0x0102_8000, data: .options([]))
        #expect(record.udpPayloadSize == 1232)
        #expect(record.extendedResponseCode == 1)
        #expect(record.extensionVersion == 2)
        #expect(record.acceptsSignatures == true)
    }

    @Test func appleWritesATimeToLiveThere() {
        let record = ResourceRecord(name: .root, type: .opt, rawClass: 1440, ttl: 4500, data: .options([]))
        #expect(record.extendedResponseCode == 0 && record.extensionVersion == 0 && record.acceptsSignatures == false)
        #expect(record.ttl == 4500)
    }

    @Test func otherRecordsHaveNoSuchFields() {
        let record = ResourceRecord(name: .root, type: .txt, ttl: 0xFFFF_FFFF, data: .text([0]))
        #expect(record.extendedResponseCode == nil && record.extensionVersion == nil)
        #expect(record.acceptsSignatures == nil)
    }

    @Test func whatIsBuiltSaysTheSame() throws {
        let record = ResourceRecord(
            udpPayloadSize: 4096, extendedResponseCode: 1, acceptsSignatures: true,
            options: [EDNSOption(code: .padding, data: [0, 0])])
        var writer = ByteWriter()
        record.serialize(into: &writer)
        #expect(writer.bytes == Hex.decode("00 0029 1000 01008000 0006 000c 0002 0000"))
    }

    @Test func theResponseCodeHasTwelveBits() {
        var message = DNSMessage(flags: DNSFlags(rawValue: 0x8000))
        #expect(message.responseCode == .noError && message.extensionRecord == nil)
        message.additionals = [ResourceRecord(udpPayloadSize: 512, extendedResponseCode: 1)]
        #expect(message.responseCode == .badVersion)
        message.flags.responseCode = .refused
        #expect(message.responseCode.rawValue == 21)
        #expect(
            "\(message.responseCode) \(DNSResponseCode.badVersion) \(DNSResponseCode.nameError)"
                == "RCODE21 BADVERS NXDOMAIN")
    }
}
