import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct ResourceRecordTests {
    private func parse(_ hex: String) throws -> ResourceRecord {
        let bytes = try #require(Hex.decode(hex))
        var reader = ByteReader(bytes.span)
        let record = try ResourceRecord(parsing: &reader)
        #expect(reader.remaining == 0)
        return record
    }

    @Test func recordsReadBack() throws {
        for record in Generator<ResourceRecord>.extreme.values(seed: 2782, count: 1000) {
            var writer = ByteWriter()
            record.serialize(into: &writer)
            var reader = ByteReader(writer.bytes.span)
            #expect(try ResourceRecord(parsing: &reader) == record)
            #expect(reader.remaining == 0)
            #expect(writer.count == record.name.wireForm.count + 10 + record.data.encodedSize)
        }
    }

    @Test func compactedRecordsAreTheSame() {
        for record in Generator<ResourceRecord>.extreme.values(seed: 2783, count: 300) {
            #expect(record.compacted() == record)
        }
    }

    @Test func topBitOfTheClassIsCacheFlush() throws {
        let record = try parse("00 0001 8001 00000078 0004 0a4d000b")
        #expect(record.cacheFlush)
        #expect(record.recordClass == .internet)
        #expect(record.rawClass == 0x8001)
        #expect(record.ttl == 120)
        #expect(record.data == .address(IPAddress(ipv4: 0x0A4D_000B)))
        #expect(record.udpPayloadSize == nil)
        #expect(record == ResourceRecord(name: .root, type: .a, cacheFlush: true, ttl: 120, data: record.data))
    }

    @Test func classOfOPTIsAPayloadSize() throws {
        let record = try parse("00 0029 9000 00001194 0000")
        #expect(record.udpPayloadSize == 0x9000)
        #expect(!record.cacheFlush)
        #expect(record.data == .options([]))
    }

    @Test(
        arguments: [
            // An address of three and of five bytes.
            ("0001", "0003 0a4d00", WireError.Kind.truncated(needed: 4, available: 3), 11),
            ("0001", "0005 0a4d000b00", .trailingBytes(count: 1), 15),
            ("001c", "0008 fe80000000000000", .truncated(needed: 8, available: 0), 19),
            // Names that are cut, lead astray, or end too early.
            ("000c", "0002 0161", .truncated(needed: 1, available: 0), 13),
            ("000c", "0002 c00b", .badReference(target: 11), 11),
            ("000c", "0002 0000", .trailingBytes(count: 1), 12),
            ("000c", "0000", .truncated(needed: 1, available: 0), 11),
            ("0021", "0006 000000001f90", .truncated(needed: 1, available: 0), 17),
            // A bitmap without bytes, of 33, and blocks out of order.
            ("002f", "0003 00 0000", .invalidValue(0), 13),
            ("002f", "0003 00 0021", .invalidValue(33), 13),
            ("002f", "0004 00 000208", .truncated(needed: 2, available: 1), 14),
            ("002f", "0007 00 010180 000180", .invalidValue(0), 15),
            // An option that is longer than its record.
            ("0029", "0005 0004 0008 00", .truncated(needed: 8, available: 1), 15),
        ] as [(String, String, WireError.Kind, Int)])
    func keepsMalformedDataBesideItsError(type: String, rdata: String, kind: WireError.Kind, offset: Int) throws {
        let hex = "00 \(type) 0001 00000000 \(rdata)"
        let record = try parse(hex)
        guard case .malformed(let data) = record.data else {
            Issue.record("\(record.data) should be malformed")
            return
        }
        #expect(data.bytes == Hex.decode(String(rdata.dropFirst(4))))
        #expect(data.fault?.kind == kind)
        #expect(data.fault?.offset == offset)
        #expect(data.fault?.limit == "RDLENGTH")
        var writer = ByteWriter()
        record.serialize(into: &writer)
        #expect(writer.bytes == Hex.decode(hex))
    }

    @Test func dataOfOtherClassesIsNotInterpreted() throws {
        #expect(try parse("00 0001 0003 00000000 0003 016100").data == .raw([1, 0x61, 0]))
        #expect(try parse("00 0001 00fe 00000000 0000").data == .raw([]))
    }

    @Test func textIsKeptAsItIs() throws {
        #expect(try parse("00 0010 0001 00000000 0000").data == .text([]))
        #expect(try parse("00 0010 0001 00000000 0001 00").data == .text([0]))
        #expect(try parse("00 0010 0001 00000000 0002 0961").data == .text([9, 0x61]))
    }

    @Test(
        arguments: [
            ("00 0001 0001 00000078 0004 0a4d", WireError.Kind.truncated(needed: 4, available: 2), 11),
            ("00 0001 0001 00000078 00", .truncated(needed: 10, available: 9), 1),
            ("09 61", .truncated(needed: 10, available: 2), 0),
        ] as [(String, WireError.Kind, Int)])
    func throwsWhereTheRecordItselfIsBroken(hex: String, kind: WireError.Kind, offset: Int) throws {
        let bytes = try #require(Hex.decode(hex))
        let error = #expect(throws: WireError.self) {
            var reader = ByteReader(bytes.span)
            _ = try ResourceRecord(parsing: &reader)
        }
        #expect(error?.kind == kind)
        #expect(error?.offset == offset)
    }

    @Test func typesAndClassesHaveTheirNames() {
        #expect("\(RecordType.srv) \(RecordType.nsec) \(RecordType(rawValue: 4711))" == "SRV NSEC TYPE4711")
        #expect("\(RecordClass.internet) \(RecordClass(rawValue: 77))" == "IN CLASS77")
    }
}
