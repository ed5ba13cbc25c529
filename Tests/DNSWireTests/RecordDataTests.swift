import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

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

    @Test func malformedDataIsEqualByItsBytes() {
        let first = RecordData.malformed(
            [1, 2], WireError(.truncated(needed: 4, available: 2), field: "A", offset: 30))
        let second = RecordData.malformed(
            [1, 2], WireError(.truncated(needed: 4, available: 2), field: "A", offset: 90))
        #expect(first == second && Set([first, second]).count == 1)
        #expect(first != .malformed([1, 3], WireError(.invalidValue(0), field: "A", offset: 30)))
        #expect(first != .raw([1, 2]))
    }

    @Test func dataOfDifferentTypesIsNeverEqual() {
        let values: [RecordData] = [
            .pointer(.root), .canonicalName(.root), .nameServer(.root), .text([0]), .raw([0]), .options([]),
        ]
        for (index, value) in values.enumerated() {
            #expect(values.indices.filter { values[$0] == value } == [index])
        }
        #expect(Set(values).count == values.count)
    }

    @Test func dataOfEveryTypeEqualsItselfAndACopy() throws {
        var types: Set<RecordType> = []
        for record in Generator<ResourceRecord>.extreme.values(seed: 4034, count: 2000) {
            let data = record.data
            #expect(data == data && data.compacted() == data, "\(record.type)")
            switch data {
            case .raw, .malformed: continue
            default: types.insert(record.type)
            }
            let copy = try RecordBytes.read(RecordBytes.write(data), as: record.type)
            #expect(copy == data && copy.hashValue == data.hashValue, "\(record.type)")
        }
        #expect(types.count == RecordData.knownTypes.count)
    }

    @Test func equalDataHasEqualHashes() throws {
        for seed in 0..<200 as Range<UInt64> {
            var (first, second) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
            let records = Generator<ResourceRecord>.extreme
            let (left, right) = (records.next(&first).data, records.next(&second).data)
            #expect(left == right && left.hashValue == right.hashValue)
        }
    }
}
