import DNSWire
import Foundation
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct TextFormsTests {
    private struct Everything: Codable, Equatable {
        var address: IPAddress
        var link: LinkAddress
        var name: DNSName
        var instance: ServiceInstanceName
        var type: ServiceType
        var record: TXTRecord
    }

    @Test func allAreTextsInJSON() throws {
        let value = Everything(
            address: try #require(IPAddress("fe80::1")), link: try #require(LinkAddress("02:4d:44:4e:53:01")),
            name: "local.", instance: try ServiceInstanceName(presentation: "Living Room._airplay._tcp.local."),
            type: try ServiceType(validating: "_airplay._tcp"),
            record: try TXTRecord([TXTRecord.Entry(key: "name", value: "Anna \"A\"")]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(
            text
                == #"{"address":"fe80::1","instance":"Living Room._airplay._tcp.local.","link":"02:4d:44:4e:53:01","#
                + #""name":"local.","record":"\"name=Anna \\\"A\\\"\"","type":"_airplay._tcp"}"#)
        #expect(try JSONDecoder().decode(Everything.self, from: Data(text.utf8)) == value)
    }

    @Test(arguments: ["address", "link", "name", "instance", "type", "record"])
    func whatIsNoSuchTextIsRefused(key: String) throws {
        var fields: [String: String] = [
            "address": "::1", "link": "02:4d:44:4e:53:01", "name": "a", "instance": "a._b._tcp.local",
            "type": "_b._tcp",
            "record": "a",
        ]
        fields[key] = "\""
        if key == "name" { fields[key] = "a..b" }
        let data = try JSONEncoder().encode(fields)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Everything.self, from: data) }
    }

    @Test func everyRecordIsItsTextAndBack() {
        for seed in 0..<500 {
            var source = SeededGenerator(seed: UInt64(seed))
            // Whole strings, and anything else.
            var rdata: [UInt8] = []
            for _ in 0..<source.number(in: 0...4) {
                let string = source.bytes(source.number(in: 0...30))
                rdata += [UInt8(string.count)] + string
            }
            if source.chance(1, in: 3) { rdata = source.bytes(source.number(in: 0...40)) }
            let record = TXTRecord(observed: rdata)
            #expect(TXTRecord(record.description) == record, "\(record)")
        }
    }

    @Test func otherSpellingsOfStringsAreRead() throws {
        #expect(TXTRecord(#"a=1 "b=\050""#)?.rdata == [3, 0x61, 0x3D, 0x31, 3, 0x62, 0x3D, 0x32])
        #expect(TXTRecord("\"\"")?.rdata == [0])
        for text in ["", "\"a", "\"a\"b", "\\9", "\\# 2 00", String(repeating: "a", count: 256)] {
            #expect(TXTRecord(text) == nil, "\(text)")
        }
    }

    @Test func everyAddressIsItsTextAndBack() {
        for seed in 0..<500 {
            var source = SeededGenerator(seed: UInt64(seed))
            let short = source.chance(1, in: 2)
            var bytes = source.bytes(short ? 4 : 16)
            for index in bytes.indices where source.chance(1, in: 2) { bytes[index] = 0 }
            let address = IPAddress(bytes: bytes)
            #expect(address != nil && IPAddress(address?.description ?? "") == address)
            let link = LinkAddress(rawValue: source.next() >> 16)
            #expect(LinkAddress(link.description) == link)
        }
    }
}
