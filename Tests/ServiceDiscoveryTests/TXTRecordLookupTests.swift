import ServiceDiscovery
import Testing

@Suite struct TXTRecordLookupTests {
    private func record(_ strings: String...) -> TXTRecord {
        TXTRecord(observed: strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) })
    }

    /// As seen with the three libraries for the entries `a=1`, `A=2`, `a`.
    @Test func librariesFindDifferentEntriesOfOneKey() throws {
        let record = record("a=1", "A=2", "a")
        #expect(record.entry(forKey: "A", foundBy: .apple)?.valueText == "1")
        #expect(record.entry(forKey: "a", foundBy: .zeroconf)?.valueText == "1")
        #expect(record.entry(forKey: "A", foundBy: .zeroconf)?.valueText == "2")
        let last = try #require(record.entry(forKey: "a", foundBy: .avahi))
        #expect(last.value == nil)
    }

    @Test func onlyZeroconfFindsEntriesWithoutKey() {
        let record = record("=bad")
        #expect(record.entry(forKey: "", foundBy: .zeroconf)?.valueText == "bad")
        #expect(record.entry(forKey: "", foundBy: .apple) == nil && record.entry(forKey: "", foundBy: .avahi) == nil)
    }

    @Test(arguments: ResponderFamily.allCases)
    func allFindAKeyThatIsThereOnce(family: ResponderFamily) {
        let record = record("a=1", "b=2")
        #expect(record.entry(forKey: "b", foundBy: family)?.valueText == "2")
        #expect(record.entry(forKey: "c", foundBy: family) == nil)
    }
}
