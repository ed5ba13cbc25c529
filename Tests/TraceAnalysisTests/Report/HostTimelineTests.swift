import DNSWire
import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

/// The life of host names.
@Suite struct HostTimelineTests {
    private typealias Scene = NamingScene

    /// Anna's host has a name, and Bert's asks for it.
    private func contest(owner: ResponderFamily? = nil) throws -> NamingScene {
        var scene = NamingScene()
        try scene.claimHost(Scene.Host(1, "media"), at: 0, probing: true, responder: owner)
        try scene.claimHost(Scene.Host(1, "media"), at: 0.25, responder: owner)
        try scene.claimHost(Scene.Host(2, "media"), at: 5, probing: true)
        try scene.claimHost(Scene.Host(1, "media"), at: 5.01, responder: owner)
        return scene
    }

    private func story(_ host: HostName?) -> [Service.Event.Kind] { host?.timeline.map(\.event) ?? [] }

    @Test func conflictRenamesAHostAndLinksBothNames() async throws {
        var scene = try contest()
        try scene.claimHost(Scene.Host(2, "media-2"), at: 6, probing: true)
        try scene.claimHost(Scene.Host(2, "media-2"), at: 6.75)
        let hosts = try await scene.report().hosts
        #expect(hosts.map(\.name) == ["media.local.", "media.local.", "media-2.local."])
        #expect(hosts.map(\.state) == [.announced, .renamed, .announced])
        #expect(hosts[1].renamedTo == hosts[2].id && hosts[2].renamedFrom == hosts[1].id)
        #expect(story(hosts[0]) == [.probe, .announce, .answer])
        #expect(story(hosts[1]) == [.probe, .conflict])
        #expect(story(hosts[2]) == [.rename, .probe, .announce])
        #expect(hosts[0].timeline.last?.detail == "defended against the probe of 10.0.0.2")
        #expect(hosts[1].timeline.last?.detail == "10.0.0.1 holds the name")
        #expect(
            hosts[2].timeline.first?.detail
                == "media.local → media-2.local by the rule of Avahi, because 10.0.0.1 had the name")
    }

    @Test func interfacesOfOneHostAreNoRivals() async throws {
        // Two link addresses, two addresses, one name; each asks and tells for itself, and nobody gives way.
        var scene = NamingScene()
        for seconds in [0, 0.25, 0.5] {
            for number in [1, 2] { try scene.claimHost(Scene.Host(number, "media"), at: seconds, probing: true) }
        }
        for seconds in [0.75, 1.75] {
            for number in [1, 2] { try scene.claimHost(Scene.Host(number, "media"), at: seconds) }
        }
        let report = try await scene.report()
        #expect(report.findings.isEmpty)
        #expect(report.hosts.allSatisfy { $0.state == .announced && !story($0).contains(.conflict) })
        #expect(report.hosts.allSatisfy { !story($0).contains(.probeTiebreak) })
    }

    @Test func hostsOfTwoFamiliesAreTwo() async throws {
        var scene = try contest(owner: .apple)
        try scene.claimHost(Scene.Host(2, "media"), at: 5.75)
        try scene.claimHost(Scene.Host(1, "media"), at: 6, responder: .apple)
        let report = try await scene.report()
        #expect(report.hosts.map(\.state) == [.conflicted, .conflicted])
        #expect(report.hosts.map(\.responder) == ["apple", nil])
        #expect(report.findings.contains { $0.code.rawValue == "name-conflict" && $0.severity == .error })
    }

    @Test func simultaneousProbesAreCompared() async throws {
        var scene = NamingScene()
        for number in [1, 2] {
            try scene.claimHost(
                Scene.Host(number, "media"), at: Double(number) / 100, probing: true,
                responder: number == 1 ? .apple : nil)
        }
        let hosts = try await scene.report().hosts
        #expect(hosts.map(\.state) == [.probing, .probing])
        let details = hosts.map { $0.timeline.first { $0.event == .probeTiebreak }?.detail }
        #expect(details[0] == "lost against the simultaneous probe of 10.0.0.2: A 10.0.0.2 beats 10.0.0.1")
        #expect(details[1] == "won against the simultaneous probe of 10.0.0.1: A 10.0.0.2 beats 10.0.0.1")
    }

    @Test func answersReturnsAndChangesAreTold() async throws {
        let media = Scene.Host(1, "media")
        var scene = NamingScene()
        try scene.claimHost(media, at: 0)
        try scene.ask("media", .a, from: .bert, at: 20)
        try scene.claimHost(media, at: 20.02)
        try scene.claimHost(media, at: 60)
        try scene.claimHost(media, at: 90, addresses: ["10.0.0.9"])
        let host = try #require(try await scene.report().hosts.first)
        #expect(host.timeline.map(\.event) == [.announce, .answer, .reannounce, .reannounce, .update])
        #expect(host.timeline.last?.detail == "addresses: +10.0.0.9 -10.0.0.1")
        #expect(host.addresses == ["10.0.0.9"] && host.state == .announced)
    }

    @Test func hostWhoseAddressesAreTakenBackIsGone() async throws {
        let media = Scene.Host(1, "media")
        var scene = NamingScene()
        try scene.claimHost(media, at: 0)
        var record = try Scene.address(of: media)
        record.ttl = 0
        try scene.send(.init(flags: .multicastResponse, answers: [record]), from: media, at: 5)
        var host = try #require(try await scene.report().hosts.first)
        #expect(host.state == .gone && host.timeline.map(\.event) == [.announce, .goodbye])
        try scene.claimHost(media, at: 9)
        host = try #require(try await scene.report().hosts.first)
        #expect(host.state == .announced && host.timeline.map(\.event) == [.announce, .goodbye, .reannounce])
    }

    @Test func namesOfOnePeerOverSeveralInterfacesAreOneHost() async throws {
        // The service on the same port of the same host tells that both are one device.
        var scene = NamingScene()
        for number in [1, 2] {
            try scene.announce(
                "Alice", of: Scene.Host(number, "media"), port: 7000, text: ["a"], at: Double(number) / 1000)
        }
        let report = try await scene.report()
        #expect(report.hosts.count == 1 && report.hosts[0].addresses == ["10.0.0.1", "10.0.0.2"])
        #expect(story(report.hosts[0]) == [.announce])
    }
}
