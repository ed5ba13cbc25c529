import DNSWire
import ServiceDiscovery
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ResponderTraitsTests {
    private func traits(queries: [DNSMessage] = [], responses: [DNSMessage] = []) -> ResponderTraits {
        var traits = ResponderTraits()
        for query in queries { traits.noteQuery(query) }
        for (number, response) in responses.enumerated() {
            traits.noteResponse(
                response,
                in: MessageContext(
                    sender: ServiceSender(address: NamingScene.Host.anna.overIPv4.address),
                    moment: PacketMoment(frame: number + 1, time: Int64(number))))
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
        #expect(traits(queries: [try probe(unicast: true)], responses: [response([try nextSecure()])]).family == .apple)
        // Others ask for unicast as well, as RFC 6762 §8.1 wants it.
        #expect(traits(queries: [try probe(unicast: true)]).family == nil)
        let address = try NamingScene.address(of: .anna).with(ttl: 4500)
        #expect(traits(responses: [response([address], [try nextSecure()])]).family == .apple)
        #expect(traits(responses: [response([address])]).family == nil)
    }

    /// What a host announces, with these TTLs for records with a host name in them and for others.
    private func announcement(_ host: UInt32, _ others: UInt32, pointers: UInt32? = nil) throws -> DNSMessage {
        let types = ResourceRecord(
            name: try NamingScene.name("_services._dns-sd._udp.local."), type: .ptr, ttl: others,
            data: .pointer(try NamingScene.name(NamingScene.type + ".local.")))
        return response([
            try NamingScene.pointer("A", ttl: pointers ?? others),
            try NamingScene.location("A", 1, "a.local.", ttl: host),
            try NamingScene.text("A", ["a=1"]).with(ttl: others), types,
        ])
    }

    @Test func avahiAsksForMulticastListsItsTypesAndKeepsToTheUsualTTLs() throws {
        let probe = try probe(unicast: false)
        let usual = try announcement(120, 4500)
        #expect(traits(queries: [probe], responses: [usual]).family == .avahi)
        #expect(traits(responses: [usual]).family == nil)
        #expect(traits(queries: [probe]).family == nil)
        #expect(traits(queries: [probe], responses: [usual, response([try nextSecure()])]).family == nil)
        var short = usual
        short.answers.removeLast()
        #expect(traits(queries: [probe], responses: [short]).family == nil)
    }

    @Test func onlyAvahiProbesForItsReverseName() throws {
        let name = try NamingScene.name("1.0.0.10.in-addr.arpa.")
        let reverse = ResourceRecord(
            name: name, type: .ptr, ttl: 120, data: .pointer(try NamingScene.name("anna.local.")))
        let probe = DNSMessage.probe(
            for: [try NamingScene.address(of: .anna), reverse], wantsUnicastResponse: false)
        #expect(traits(queries: [probe]).family == .avahi)
        #expect(traits(queries: [probe], responses: [try announcement(120, 120)]).family == nil)
    }

    // mdnsd gives its pointers 120 s and its TXT record 4500 s.
    @Test func othersAskForMulticastWithoutBeingAvahi() throws {
        let probe = try probe(unicast: false)
        #expect(traits(queries: [probe], responses: [try announcement(120, 120)]).family == .resolved)
        #expect(traits(queries: [probe], responses: [try announcement(120, 4500, pointers: 120)]).family == nil)
        #expect(traits(queries: [probe], responses: [try announcement(60, 60)]).family == nil)
        // hashicorp/mdns gives all of them 120 s and never probes.
        #expect(traits(responses: [try announcement(120, 120)]).family == nil)
    }

    @Test func jmDNSGivesAllRecordsAnHour() throws {
        #expect(traits(responses: [try announcement(3600, 3600)]).family == .jmdns)
        #expect(traits(responses: [try announcement(3600, 4500)]).family == nil)
        #expect(traits(responses: [try announcement(3600, 3599), try announcement(3599, 3600)]).family == .jmdns)
        #expect(traits(responses: [try announcement(3600, 3600), try announcement(0, 0)]).family == .jmdns)
    }

    @Test func whatIsNotKnownAdmitsAllThatNothingSpeaksAgainst() throws {
        #expect(ResponderFamily.allCases.allSatisfy { traits().admits($0) })
        let multicast = traits(queries: [try probe(unicast: false)])
        #expect(ResponderFamily.allCases.filter { multicast.admits($0) } == [.avahi, .resolved])
        let unicast = traits(queries: [try probe(unicast: true)])
        #expect(ResponderFamily.allCases.filter { unicast.admits($0) } == [.apple])
    }

    @Test func signsOfASoftwareAreLessThanItsEvidence() throws {
        let probe = DNSMessage.probe(for: [try NamingScene.address(of: .anna)], wantsUnicastResponse: false)
        let host = traits(queries: [probe], responses: [response([try NamingScene.address(of: .anna)])])
        #expect(host.family == nil && ResponderFamily.allCases.filter { host.resembles($0) } == [.resolved])
        #expect(ResponderFamily.allCases.allSatisfy { !traits().resembles($0) })
        let avahi = traits(queries: [probe], responses: [try announcement(120, 4500)])
        #expect(avahi.family == .avahi && !avahi.resembles(.resolved))
    }

    @Test func zeroconfProbesWithAPointerAndAuthority() throws {
        var message = DNSMessage(authorities: [try NamingScene.pointer("A")])
        #expect(traits(queries: [message]).family == nil)
        message.flags.isAuthoritative = true
        #expect(traits(queries: [message]).family == .zeroconf)
    }

    /// An app with that library on a host whose system answers too.
    @Test func twoProgramsOfAHostAreToldApart() async throws {
        var scene = NamingScene()
        try scene.probeWithPointer("App", of: .anna, at: 0)
        try scene.announce("App", of: .anna, at: 1)
        let reverse = ResourceRecord(
            name: try NamingScene.name("1.0.0.10.in-addr.arpa."), type: .ptr, ttl: 120,
            data: .pointer(try NamingScene.name("anna.local.")))
        let records = [try NamingScene.address(of: .anna), reverse]
        try scene.send(DNSMessage.probe(for: records, wantsUnicastResponse: false), from: .anna, at: 2)
        try scene.probe("Files", of: .anna, at: 3)
        try scene.announce("Files", of: .anna, at: 4)
        let report = try await scene.report()
        #expect(report.services.map(\.instance) == ["App", "Files"])
        #expect(report.services.map(\.responder) == ["zeroconf", "avahi"])
        #expect(report.peers.map(\.responders) == [["avahi", "zeroconf"]])
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
