import DNSWire
import ServiceDiscovery
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct EventWordsTests {
    private typealias Fixture = ServiceFixture

    private static func words(for detail: ClaimEvent.Detail) throws -> String? {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        let event = ClaimEvent(
            moment: PacketMoment(frame: 2, time: 0), kind: .update, sender: Fixture.first, detail: detail)
        return EventWords(naming: NamingStory(tracker, ids: ["s1"])).detail(of: event, at: 0, rival: nil)
    }

    @Test func ofManyAddressesThatChangeAtOnceAFewAreReported() throws {
        let added = (1...64).map { IPAddress(ipv4: $0) }
        #expect(
            try Self.words(for: .addresses(added: added, removed: [IPAddress(ipv4: 99)]))
                == "addresses: +0.0.0.1 +0.0.0.2 +0.0.0.3 +0.0.0.4 +0.0.0.5 +0.0.0.6 and 59 more")
        #expect(
            try Self.words(for: .addresses(added: [added[0]], removed: [added[1]])) == "addresses: +0.0.0.1 -0.0.0.2")
    }

    @Test func aHostsNameIsCutWhereHostsHaveNoneSoLong() throws {
        let labels = (0..<3).map { _ in [UInt8](repeating: 1, count: 63) }
        #expect(EventWords.host(try DNSName(labels: labels)).unicodeScalars.count == 65)
        #expect(EventWords.host(try Fixture.name("anna.local.")) == "anna.local")
    }

    @Test func whatChangedInATXTRecordIsReportedEntryByEntry() throws {
        var tracker = ServiceTracker()
        for (index, entries) in [[("a", "1"), ("b", "2"), ("c", "3")], [("a", "1"), ("b", "4"), ("d", "5")]]
            .enumerated()
        {
            let record = try TXTRecord(entries.map { try TXTRecord.Entry(key: $0.0, value: $0.1) })
            let text = ResourceRecord(
                name: try Fixture.name(Fixture.instanceText), type: .txt, cacheFlush: true, ttl: 4500,
                data: .text(record.rdata))
            let message = DNSMessage(flags: .multicastResponse, answers: [try Fixture.location(), text])
            try tracker.take(message, from: Fixture.first, frame: index + 1, milliseconds: Int64(index) * 1000)
        }
        let words = EventWords(naming: NamingStory(tracker, ids: ["s1"]))
        let update = try #require(tracker.services[0].log.events.first { $0.kind == .update })
        #expect(words.detail(of: update, at: 0, rival: nil) == "TXT: b=2 → b=4, +d=5, -c=3")
    }
}
