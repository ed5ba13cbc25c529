import DNSWire
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// A capture that began after the services were announced.
@Suite struct HearsayLogTests {
    private typealias Scene = NamingScene

    /// What Carl has in his cache of a service of Anna, as he lists it with a question for it.
    private func listing(_ records: [ResourceRecord]) throws -> DNSMessage {
        DNSMessage(
            flags: .query, questions: [Question(name: try Scene.instance("Laser"), type: .srv)], answers: records)
    }

    @Test func knownAnswersNameAServiceWithItsLocation() async throws {
        var scene = NamingScene()
        let anna = try #require(IPAddress(Scene.Host.anna.address))
        try scene.send(
            try listing([
                Scene.pointer("Laser"), Scene.location("Laser", 631, "anna.local."), Scene.text("Laser", ["rp=ipp"]),
                Scene.address(of: .anna),
            ]), from: .carl, at: 1)
        let report = try await scene.report()
        let service = try #require(report.services.first)
        #expect(report.services.count == 1 && service.state == .unknown)
        #expect(service.port == 631 && service.host == "anna.local." && service.addresses == [anna.description])
        #expect(service.txt.map(\.value) == ["ipp"])
        #expect(service.timeline.map(\.event) == [.query, .query])
        #expect(Set(service.timeline.compactMap(\.detail)) == ["SRV", "listed as known"])
        #expect(service.timeline.allSatisfy { $0.source == Scene.Host.carl.address })
        #expect(report.findings.isEmpty)
    }

    @Test func questionAloneNamesAService() async throws {
        var scene = NamingScene()
        try scene.ask("Laser.\(Scene.type)", .srv, from: .carl, at: 0)
        let report = try await scene.report()
        #expect(report.services.map(\.instance) == ["Laser"] && report.services[0].state == .unknown)
        #expect(report.services[0].peer == nil && report.services[0].port == nil)
    }

    @Test func goodbyeOfAServiceThatWasNeverAnnouncedIsItsHoldersWord() async throws {
        var scene = NamingScene()
        try scene.send(
            DNSMessage(
                flags: .multicastResponse,
                answers: [Scene.pointer("Laser", ttl: 0), Scene.location("Laser", 631, "anna.local.", ttl: 0)]),
            from: .anna, at: 5)
        let report = try await scene.report()
        let service = try #require(report.services.first)
        #expect(report.services.count == 1 && service.state == .gone && service.port == 631)
        #expect(service.peer != nil && service.timeline.map(\.event) == [.goodbye])
    }

    @Test func goodbyeWithoutAPointerIsItsHoldersWordToo() async throws {
        let text = try Scene.text("Laser", ["rp=ipp"])
        let records = [
            try Scene.location("Laser", 631, "anna.local.", ttl: 0),
            ResourceRecord(name: text.name, type: .txt, ttl: 0, data: text.data),
        ]
        for kept in [records, [records[1]]] {
            var scene = NamingScene()
            try scene.send(DNSMessage(flags: .multicastResponse, answers: kept), from: .anna, at: 5)
            let service = try #require(try await scene.report().services.first)
            #expect(service.state == .gone && service.txt.map(\.value) == ["ipp"])
            #expect(service.port == (kept.count == 2 ? 631 : nil))
            #expect(service.timeline.map(\.event) == [.goodbye])
        }
    }

    @Test func whatItsHolderAnnouncesIsNoHearsay() async throws {
        var scene = NamingScene()
        try scene.send(try listing([Scene.location("Laser", 9, "old.local.")]), from: .carl, at: 0)
        try scene.announce("Laser", of: .anna, at: 1)
        let report = try await scene.report()
        #expect(report.services.map(\.state) == [.announced])
        #expect(report.services[0].port == Int(Scene.Host.anna.port) && report.services[0].host == "anna.local.")
    }

    @Test(arguments: LinkScene.allCases)
    func oneNameOnTwoLinksIsTwoServices(form: LinkScene) async throws {
        var scenes = [NamingScene(), NamingScene()]
        for (index, port) in [631, 9100].enumerated() {
            let address = try Scene.address("10.0.\(index).9", of: "printer.local.")
            try scenes[index].send(
                try listing([Scene.location("Laser", UInt16(port), "printer.local."), address]), from: .carl, at: 1)
        }
        let services = try await form.report(scenes).services
        #expect(services.map(\.port) == [631, 9100])
        #expect(services.map(\.addresses) == [["10.0.0.9"], ["10.0.1.9"]])
    }

    /// That its holder speaks on one link says nothing of the other.
    @Test func aClaimOnOneLinkHidesNoHearsayOfAnother() async throws {
        var scenes = [NamingScene(), NamingScene()]
        try scenes[0].announce("Laser", of: .anna, at: 0)
        try scenes[1].send(try listing([Scene.location("Laser", 9100, "other.local.")]), from: .carl, at: 1)
        let services = try await LinkScene.interfaces.report(scenes).services
        #expect(services.map(\.state) == [.announced, .unknown] && services.last?.port == 9100)
    }

    @Test func connectionToAnotherAddressOfTheHostIsToTheService() async throws {
        var scene = NamingScene()
        try scene.send(
            try listing([
                Scene.location("Laser", 631, "anna.local."),
                Scene.address(Scene.Host.anna.overIPv6.address.description, of: "anna.local."),
            ]), from: .carl, at: 0)
        // Anna speaks over both versions of IP.
        try scene.ask("_other._tcp", .ptr, from: .anna, at: 1)
        try scene.ask("_other._tcp", .ptr, from: .anna, at: 1.001, overIPv6: true)
        try scene.connect(.carl, to: .anna, port: 631, at: 2)
        let report = try await scene.report()
        let session = try #require(report.sessions.first { $0.transport == .tcp })
        #expect(session.service == report.services.first?.id && session.service != nil)
    }
}
