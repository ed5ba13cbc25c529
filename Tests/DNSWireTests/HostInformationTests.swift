import DNSWire
import Testing
import WireCoding

@Suite struct HostInformationTests {
    @Test func readsTheAnswerThatRefusesANY() throws {
        let hex = "07524643383438" + "3200"
        let data = try RecordBytes.read(hex, as: .hinfo)
        #expect(data == .hostInformation(try HostInformation(cpu: Array("RFC8482".utf8), operatingSystem: [])))
        #expect(RecordBytes.write(data) == hex)
        #expect(try RecordBytes.truncations(hex, as: .hinfo).count == hex.count / 2)
    }

    @Test func stringsThatNoLengthByteCanTellAreRefused() throws {
        let long = [UInt8](repeating: 0x61, count: 256)
        let error = WireError(.tooLong(length: 256, maximum: 255), field: "HINFO OS", offset: 0)
        #expect(throws: error) { try HostInformation(cpu: [], operatingSystem: long) }
        #expect(try HostInformation(cpu: Array(long.dropLast()), operatingSystem: []).encodedSize == 257)
    }

    @Test func aLyingLengthNamesItsPlace() throws {
        let error = WireError(.truncated(needed: 5, available: 2), field: "HINFO OS", offset: 3)
        #expect(throws: error) { try RecordBytes.read("01410562 63", as: .hinfo) }
    }
}
