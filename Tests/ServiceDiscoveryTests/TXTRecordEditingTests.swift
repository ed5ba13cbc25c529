import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct TXTRecordEditingTests {
    private func record(_ strings: String...) -> TXTRecord {
        TXTRecord(observed: strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) })
    }

    @Test func setsInPlaceAndRemovesWhatDidNotCount() throws {
        var record = record("a=1", "b=2", "A=3", "c")
        try record.setValue("new", forKey: "a")
        #expect(record == self.record("a=new", "b=2", "c"))
        try record.setValue(nil as [UInt8]?, forKey: "B")
        #expect(record == self.record("a=new", "B", "c"))
        try record.setValue("", forKey: "d")
        #expect(record == self.record("a=new", "B", "c", "d="))
        #expect(record["b"]?.value == nil && record["b"] != nil)
        #expect(record["D"]?.value == [] && record["e"] == nil)
    }

    @Test func appendsAtTheEnd() throws {
        var record = TXTRecord(observed: [0])
        try record.append(TXTRecord.Entry(key: "a", value: "1"))
        try record.append(TXTRecord.Entry(key: "a", value: "2"))
        #expect(record == self.record("a=1", "a=2"))
        #expect(record["a"]?.valueText == "1")
    }

    @Test func removesAllOfAKey() {
        var record = record("a=1", "b", "A")
        #expect(record.removeEntry(forKey: "A")?.valueText == "1")
        #expect(record.removeEntry(forKey: "a") == nil)
        #expect(record == self.record("b"))
        #expect(record.removeEntry(forKey: "b")?.keyText == "b")
        #expect(record.rdata == [0])
    }

    @Test func keepsEntriesThatBreakRulesAndDropsWhatMeansNothing() throws {
        var record = TXTRecord(observed: [0, 2, 0x3D, 0x61, 0, 1, 0x62, 9, 0x63])
        try record.setValue("1", forKey: "d")
        #expect(record == self.record("=a", "b", "d=1"))
    }

    @Test func refusesWhatDoesNotFitAndStaysAsItWas() throws {
        var record = try TXTRecord(
            (0..<255).map { try TXTRecord.Entry(key: "\($0)", value: String(repeating: "x", count: 250)) })
        let before = record
        #expect(throws: TXTRecordViolation.emptyKey) { try record.setValue("x", forKey: "") }
        let large = try TXTRecord.Entry(key: "large", value: String(repeating: "x", count: 249))
        for _ in 0..<2 { try? record.append(large) }
        #expect(throws: TXTRecordViolation.self) {
            for _ in 0..<9 { try record.append(large) }
        }
        #expect(record.rdata.count <= TXTRecord.maximumLength)
        #expect(record.entries.prefix(255) == before.entries[...])
    }

    @Test func aRecordHoldsWhatWasSetLast() throws {
        var random = SeededGenerator(seed: 21)
        var record = TXTRecord(observed: [])
        var expected: [String: [UInt8]?] = [:]
        for _ in 0..<400 {
            let key = "k\(random.number(in: 0...9))"
            if random.chance(1, in: 3) {
                #expect((record.removeEntry(forKey: key.uppercased()) != nil) == (expected[key] != nil))
                expected[key] = nil
            } else {
                let value = random.chance(1, in: 4) ? nil : random.bytes(random.number(in: 0...20))
                try record.setValue(value, forKey: random.chance(1, in: 2) ? key : key.uppercased())
                expected[key] = .some(value)
            }
            #expect(record.entries.count == expected.count)
            for (key, value) in expected { #expect(record[key]?.value == value && record[key] != nil) }
            #expect(record.remarks.allSatisfy { $0.severity < .should })
        }
    }
}
