import DNSWire
import Testing
import WireCoding

@Suite struct RecordDataTests {
    /// A message has a value for each record; the types that are seldom met must not make all of them larger.
    @Test func rareTypesTakeNoRoomInOtherRecords() {
        let usual = [
            MemoryLayout<IPAddress>.size, MemoryLayout<ServiceLocation>.size, MemoryLayout<NextSecure>.size,
        ]
        #expect(MemoryLayout<RecordData>.size <= (usual.max() ?? 0) + 1)
    }

    @Test func signaturesOfMessagesKeepTheirBytes() throws {
        // The data begins with a compression pointer, which would be none of a signature's.
        for type in [RecordType.tsig, .sig, .key, .tkey, .dname, RecordType(rawValue: 65280)] {
            let data = try RecordBytes.read("c00c0001", as: type)
            #expect(data == .raw([0xC0, 0x0C, 0, 1]))
            #expect(RecordBytes.write(data) == "c00c0001")
        }
    }
}
