import DNSWire
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// A name belongs to a link (RFC 6762 §1): what is claimed on another one is no rival.
@Suite struct NetworkLinkTests {
    private typealias Host = NamingScene.Host

    /// A scanner that starts a moment after the other link's.
    private func scanner(_ number: Int, model: String, after delay: Double) throws -> NamingScene {
        var scene = NamingScene()
        let host = Host(number, "scanner")
        try scene.probe("Scanner", of: host, port: 8100, text: [model], at: delay)
        try scene.announce("Scanner", of: host, port: 8100, text: [model], at: delay + 0.75)
        try scene.announce("Scanner", of: host, port: 8100, text: [model], at: delay + 1.75)
        return scene
    }

    @Test(arguments: LinkScene.allCases, ["rs=1", "rs=2"])
    func devicesOfOneNameOnTwoLinksAreTwoWithoutAConflict(form: LinkScene, model: String) async throws {
        let report = try await form.report([
            scanner(1, model: "rs=1", after: 0), scanner(2, model: model, after: 0.15),
        ])
        #expect(report.services.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
        #expect(report.services.map(\.state) == [.announced, .announced])
        #expect(report.services.allSatisfy { $0.story == [.probe, .announce, .announce] })
        #expect(report.peers.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
        #expect(report.hosts.map(\.state) == [.announced, .announced])
        #expect(report.findings.isEmpty)
    }

    @Test(arguments: LinkScene.allCases)
    func oneHostOnTwoLinksIsOne(form: LinkScene) async throws {
        let report = try await form.report([
            scanner(1, model: "rs=1", after: 0), scanner(2, model: "rs=1", after: 0.0001),
        ])
        #expect(report.services.map(\.addresses) == [["10.0.0.1", "10.0.0.2"]])
        #expect(report.services[0].story == [.probe, .announce, .announce])
        #expect(report.peers.map(\.addresses) == [["10.0.0.1", "10.0.0.2"]])
        #expect(report.findings.isEmpty)
    }

    @Test(arguments: LinkScene.allCases)
    func portsSpeakOnlyForTheirLink(form: LinkScene) async throws {
        // Both links have a holder of the name with another port: on one link this would be a conflict.
        var (first, second) = (NamingScene(), NamingScene())
        try first.announce("Door", of: .anna, at: 0)
        try second.announce("Door", of: .bert, at: 0.5)
        try first.announce("Door", of: .anna, at: 1)
        let report = try await form.report([first, second])
        #expect(report.services.map(\.story) == [[.announce, .announce], [.announce]])
        #expect(report.findings.isEmpty)
    }

    @Test(arguments: LinkScene.allCases)
    func questionsAreAnsweredOnTheirLink(form: LinkScene) async throws {
        var (first, second) = (NamingScene(), NamingScene())
        try first.ask(NamingScene.type, .ptr, from: .carl, at: 0)
        try second.announce("Door", of: .bert, at: 0.1)
        let report = try await form.report([first, second])
        #expect(report.services[0].discovery.queriers.isEmpty)
    }

    @Test(arguments: LinkScene.allCases)
    func aBridgeAndItsPortAreOneLink(form: LinkScene) async throws {
        var scene = NamingScene()
        for second in 0..<2 {
            try scene.announce("Door", of: .anna, at: Double(second))
            try scene.announce("Door", of: .bert, at: Double(second) + 0.5)
        }
        let report = try await form.report([scene, scene])
        #expect(report.services.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
        #expect(report.services.map(\.state) == [.conflicted, .conflicted])
        #expect(report.findings("name-conflict").map(\.severity) == [.error])
    }

    @Test func linksThatCarryTheSameMessagesOfTwoHostsAreOne() async throws {
        // Each of the rivals was heard at one of two capture points alone.
        var (first, second) = (NamingScene(), NamingScene())
        for number in [7, 8, 9] {
            try first.ask(NamingScene.type, .ptr, from: Host(number, "h"), at: Double(number) / 100)
            try second.ask(NamingScene.type, .ptr, from: Host(number, "h"), at: Double(number) / 100)
        }
        for time in [1.0, 3] {
            try first.announce("Door", of: .anna, at: time)
            try second.announce("Door", of: .bert, at: time + 1)
        }
        let report = try await LinkScene.interfaces.report([first, second])
        #expect(report.codes == ["name-conflict"])
    }

    @Test func aRouterThatAsksIntoEveryVLANDoesNotMakeThemOne() async throws {
        var (first, second) = (NamingScene(), NamingScene())
        for time in [0.1, 0.2] {
            try first.ask(NamingScene.type, .ptr, from: Host(9, "router"), at: time, overIPv6: true)
            try second.ask(NamingScene.type, .ptr, from: Host(9, "router"), at: time, overIPv6: true)
        }
        for time in [1.0, 3] {
            try first.announce("Door", of: .anna, at: time)
            try second.announce("Door", of: .bert, at: time + 1)
        }
        #expect(try await LinkScene.virtualLANs.report([first, second]).findings.isEmpty)
    }

    @Test func moreLinksThanAreToldApartCountAsOne() {
        var table = LinkTable()
        let sets = (0..<UInt32(2 * LinkTable.maximumLinks)).map { table.set(NetworkLink(virtualLAN: $0)) }
        #expect(Set(sets).count == LinkTable.maximumLinks)
        #expect(!table.isShared(sets[0], sets[1]))
        #expect(table.isShared(sets[LinkTable.maximumLinks], sets[LinkTable.maximumLinks + 1]))
    }
}
