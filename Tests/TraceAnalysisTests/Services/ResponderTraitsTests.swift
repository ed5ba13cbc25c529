import DNSWire
import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct ResponderTraitsTests {
    private func traits(queries: [DNSMessage] = [], responses: [DNSMessage] = []) -> ResponderTraits {
        var traits = ResponderTraits()
        for query in queries { traits.noteQuery(query) }
        for (number, response) in responses.enumerated() {
            traits.noteResponse(response, at: PacketMoment(frame: number + 1, time: Int64(number)))
        }
        return traits
    }

    private func probe(unicast: Bool) throws -> DNSMessage {
        DNSMessage.probe(for: [try NamingScene.location("A", 1, "a.local.")], wantsUnicastResponse: unicast)
    }

    private func response(_ records: [ResourceRecord], _ additionals: [ResourceRecord] = []) -> DNSMessage {
        DNSMessage(flags: .multicastResponse, answers: records, additionals: additionals)
    }

    private func nextSecure() throws -> ResourceRecord {
        let name = try NamingScene.name("a.local.")
        return ResourceRecord(
            name: name, type: .nsec, cacheFlush: true, ttl: 120,
            data: .nextSecure(NextSecure(nextDomainName: name, types: TypeBitmap([.a]))))
    }

    @Test func nobodyIsKnownByWhatAllDo() throws {
        #expect(traits().family == nil)
        #expect(traits(responses: [response([try NamingScene.address(of: .anna)])]).family == nil)
    }

    @Test func appleSendsItsOwnerOptionOrAsksForUnicast() throws {
        #expect(traits(responses: [response([], [NamingScene.owner(of: .anna)])]).family == .apple)
        #expect(traits(queries: [try probe(unicast: true)]).family == .apple)
        let address = try NamingScene.address(of: .anna).with(ttl: 4500)
        #expect(traits(responses: [response([address], [try nextSecure()])]).family == .apple)
        #expect(traits(responses: [response([address])]).family == nil)
    }

    @Test func avahiAsksForMulticastAndTellsNoNSEC() throws {
        #expect(traits(queries: [try probe(unicast: false)]).family == .avahi)
        #expect(
            traits(queries: [try probe(unicast: false)], responses: [response([try nextSecure()])]).family == nil)
    }

    @Test func zeroconfProbesWithAPointerAndAuthority() throws {
        var message = DNSMessage(authorities: [try NamingScene.pointer("A")])
        #expect(traits(queries: [message]).family == nil)
        message.flags.isAuthoritative = true
        #expect(traits(queries: [message]).family == .zeroconf)
    }

    @Test func hostWakesUpWhenItsCountOfSleepChanges() throws {
        let messages = [1, 1, 2, 2].map { response([], [NamingScene.owner(of: .anna, sequence: $0)]) }
        #expect(traits(responses: Array(messages.prefix(2))).wokeUp == nil)
        #expect(traits(responses: messages).wokeUp?.frame == 3)
    }

    @Test func familyIsToldOfServicesAndPeers() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0, responder: .apple)
        try scene.announce("Bob", of: .bert, at: 1)
        let report = try await scene.report()
        #expect(report.services.map(\.responder) == ["apple", nil])
        #expect(report.peers.map(\.responders) == [["apple"], []])
    }
}
