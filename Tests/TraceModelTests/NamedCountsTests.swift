import Foundation
import Testing
import TraceModel

@Suite struct NamedCountsTests {
    @Test func theyAddUpAndKeepTheirOrderNothingIsNotListed() {
        var counts = NamedCounts()
        counts.add(2, of: "tcp")
        counts.add(1, of: "arp")
        counts.add(3, of: "tcp")
        counts.add(0, of: "udp")
        counts.add(-1, of: "udp")
        #expect(counts.entries.map(\.name) == ["tcp", "arp"])
        #expect(counts["tcp"] == 5 && counts["arp"] == 1 && counts["udp"] == 0)
    }

    @Test func jsonGivesBackEqualCountsInWhateverOrderTheyWereCounted() throws {
        var counts = NamedCounts()
        for name in ["udp", "arp", "tcp", "a \"name\""] { counts.add(name.count, of: name) }
        let data = try JSONEncoder().encode(counts)
        let decoded = try JSONDecoder().decode(NamedCounts.self, from: data)
        #expect(decoded == counts && counts == decoded)
    }

    @Test func anotherCountOrNameIsADifference() {
        var first = NamedCounts()
        first.add(1, of: "tcp")
        var second = NamedCounts()
        second.add(1, of: "udp")
        #expect(first != second)
        second = first
        second.add(1, of: "tcp")
        #expect(first != second)
        second = first
        second.add(1, of: "udp")
        #expect(first != second)
    }
}
