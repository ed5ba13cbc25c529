import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct TXTRecordTests {
    private func record(_ strings: String...) -> TXTRecord {
        TXTRecord(observed: strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) })
    }

    @Test func readsWhatAnAppleResponderSends() throws {
        let record = try TXTRecord(rdata: Array("\u{10}path=/index.html\u{18}deviceName=Reception Mac".utf8))
        #expect(record.entries.map(\.keyText) == ["path", "deviceName"])
        #expect(record.entries.map(\.valueText) == ["/index.html", "Reception Mac"])
        #expect(record.fault == nil)
    }

    @Test func tellsNoValueFromAnEmptyOne() throws {
        let record = record("flag", "empty=", "full=x", "equals=a=b")
        #expect(record.entries.map(\.value) == [nil, [], [0x78], Array("a=b".utf8)])
        #expect(record.entry(forKey: "flag")?.value == nil)
        #expect(record.entry(forKey: "flag") != nil)
        #expect(record.value(forKey: "empty") == [])
        #expect(record.value(forKey: "equals") == Array("a=b".utf8))
        #expect(record.entry(forKey: "absent") == nil)
    }

    @Test func theFirstOfEqualKeysCounts() {
        let record = record("a=1", "A=2", "a")
        #expect(record.entries.map(\.keyText) == ["a", "A", "a"])
        #expect(record.entry(forKey: "A")?.valueText == "1")
        #expect(record.entry(forKey: "a")?.valueText == "1")
    }

    @Test func findsWholeKeysOnly() {
        let record = record("keys=1", "ke", "key=2")
        #expect(record.entry(forKey: "KEY")?.valueText == "2")
        #expect(record.entry(forKey: "k") == nil)
        #expect(record.entry(forKey: "key=2") == nil)
        #expect(record.entry(forKey: "") == nil)
    }

    @Test func entriesWithoutKeyAreListedButNotFound() {
        let record = record("=bad", "good=1")
        #expect(record.entries.map(\.key) == [[], Array("good".utf8)])
        #expect(record.entries.first?.violation == .emptyKey)
        #expect(record.entry(forKey: "") == nil)
    }

    @Test(arguments: [[], [0], [0, 0]] as [[UInt8]])
    func noDataAndEmptyStringsAreNoEntries(rdata: [UInt8]) throws {
        let record = try TXTRecord(rdata: rdata)
        #expect(record.entries.isEmpty)
        #expect(record.rdata == rdata)
    }

    @Test func skipsEmptyStringsAndKeepsTheirBytes() throws {
        let bytes: [UInt8] = [1, 0x61, 0, 1, 0x62]
        let record = try TXTRecord(rdata: bytes)
        #expect(record.entries.map(\.keyText) == ["a", "b"])
        var writer = ByteWriter()
        record.serialize(into: &writer)
        #expect(writer.bytes == bytes)
    }

    @Test func aStringPastTheEndIsAFault() throws {
        let bytes: [UInt8] = [3, 0x61, 0x3D, 0x31, 5, 0x62, 0x3D]
        let fault = WireError(.truncated(needed: 5, available: 2), field: "TXT string", offset: 5, limit: "RDLENGTH")
        #expect(throws: fault) { try TXTRecord(rdata: bytes) }
        let record = TXTRecord(observed: bytes)
        #expect(record.fault == fault)
        #expect(record.entries.map(\.keyText) == ["a"])
        #expect(record.entry(forKey: "b") == nil)
        #expect(record.rdata == bytes)
    }

    @Test func binaryValuesHaveNoText() throws {
        let record = try TXTRecord(rdata: [4, 0x6B, 0x3D, 0xFF, 0x00])
        #expect(record.entries.first?.value == [0xFF, 0])
        #expect(record.entries.first?.valueText == nil)
    }

    @Test func buildsRecords() throws {
        let record = try TXTRecord([
            TXTRecord.Entry(key: "peerID", value: "Jürgen"), TXTRecord.Entry(key: "flag", value: nil),
            TXTRecord.Entry(key: "empty", value: ""),
        ])
        #expect(record.rdata == Array("\u{E}peerID=Jürgen\u{4}flag\u{6}empty=".utf8))
        #expect(try TXTRecord([]).rdata == [0])
    }

    @Test func refusesEntriesThatBreakTheRules() throws {
        let value = [UInt8](repeating: 0x78, count: 253)
        #expect(try TXTRecord.Entry(key: "k", value: value).length == 255)
        #expect(throws: TXTRecordViolation.entryTooLong(length: 256)) {
            try TXTRecord.Entry(key: "kk", value: value)
        }
        #expect(throws: TXTRecordViolation.emptyKey) { try TXTRecord.Entry(key: "", value: "x") }
        #expect(throws: TXTRecordViolation.invalidKeyCharacter(0x3D, position: 1)) {
            try TXTRecord.Entry(key: "a=b", value: nil)
        }
        #expect(throws: TXTRecordViolation.invalidKeyCharacter(0xC3, position: 1)) {
            try TXTRecord.Entry(key: "bé", value: nil)
        }
        #expect(throws: TXTRecordViolation.invalidKeyCharacter(0x7F, position: 0)) {
            try TXTRecord.Entry(key: "\u{7F}", value: nil)
        }
        #expect(try TXTRecord.Entry(key: " a key ~", value: nil).violation == nil)
        #expect(throws: TXTRecordViolation.emptyKey) { try TXTRecord(record("=x").entries) }
        let many = [TXTRecord.Entry](repeating: try TXTRecord.Entry(key: "k", value: value), count: 256)
        #expect(try TXTRecord(many.dropLast()).rdata.count == 65_280)
        #expect(throws: TXTRecordViolation.recordTooLong(length: 65_536)) { try TXTRecord(many) }
    }

    @Test func anyBytesAreReadWithoutHarm() throws {
        var random = SeededGenerator(seed: 16)
        for _ in 0..<500 {
            let bytes = random.bytes(random.number(in: 0...60)).map { $0 % 20 }
            let record = TXTRecord(observed: bytes)
            #expect(record.rdata == bytes)
            let length = record.entries.reduce(0) { $0 + $1.length }
            #expect(length <= bytes.count)
            let strict = try? TXTRecord(rdata: bytes)
            #expect((strict == nil) == (record.fault != nil))
        }
    }

    @Test func builtRecordsReadBack() throws {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<300 {
            var entries: [TXTRecord.Entry] = []
            for index in 0..<random.number(in: 0...5) {
                let value = random.chance(1, in: 3) ? nil : random.bytes(random.number(in: 0...200))
                entries.append(try TXTRecord.Entry(key: "key \(index)", value: value))
            }
            let record = try TXTRecord(entries)
            #expect(record.entries == entries)
            #expect(try TXTRecord(rdata: record.rdata) == record)
            for entry in entries { #expect(record.entry(forKey: entry.keyText.uppercased()) == entry) }
        }
    }
}
