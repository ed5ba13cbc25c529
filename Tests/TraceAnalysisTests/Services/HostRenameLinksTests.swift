import DNSWire
import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct HostRenameLinksTests {
    private typealias Host = NamingScene.Host

    /// Anna's host name is wanted by Bert, who takes another one when he hears her.
    private func scene(
        _ old: String = "media", _ new: String = "media-2", responder: ResponderFamily? = nil, rival: Bool = true
    ) throws -> NamingScene {
        var scene = NamingScene()
        if rival { try scene.claimHost(Host(1, old), at: 0, responder: responder) }
        try scene.claimHost(Host(2, old), at: 10, probing: true, responder: responder)
        if rival { try scene.claimHost(Host(1, old), at: 10.01, responder: responder) }
        try scene.claimHost(Host(2, new), at: 10.2, probing: true, responder: responder)
        try scene.claimHost(Host(2, new), at: 10.95, responder: responder)
        return scene
    }

    @Test func hostThatMetItsNameElsewhereTookAnother() async throws {
        let report = try await scene().report()
        let rename = try #require(report.peers.first { $0.addresses == ["10.0.0.2"] }?.hostRenames.first)
        #expect(rename.from == "media.local." && rename.to == "media-2.local." && rename.time == 10.2)
        #expect(report.peers.flatMap(\.hostRenames).count == 1)
        let finding = try #require(report.findings("host-renamed").first)
        #expect(finding.message.contains("because media (10.0.0.1) has the first name"), "\(finding.message)")
    }

    @Test(arguments: [ResponderFamily.apple, .avahi]) func familyIsKnownByWhatTheHostSends(
        family: ResponderFamily
    ) async throws {
        let report = try await scene(responder: family).report()
        #expect(report.peers.flatMap(\.hostRenames).map(\.style) == [family.rawValue])
    }

    @Test func familyIsKnownByTheNumberWhereOnlyOneCountsSo() async throws {
        let report = try await scene("studio-14", "studio-70").report()
        #expect(report.peers.flatMap(\.hostRenames).map(\.style) == ["apple"])
    }

    @Test func hostWithoutRivalWasRenamedByItsUser() async throws {
        let report = try await scene(rival: false).report()
        #expect(report.peers.flatMap(\.hostRenames).isEmpty && report.findings("host-renamed").isEmpty)
    }

    @Test func hostThatVanishedLongBeforeIsNoRival() async throws {
        var scene = NamingScene()
        try scene.claimHost(Host(1, "media"), at: 0)
        try scene.claimHost(Host(2, "media"), at: 100)
        try scene.claimHost(Host(2, "media-2"), at: 200)
        #expect(try await scene.report().peers.flatMap(\.hostRenames).isEmpty)
    }

    @Test func ownerMayHaveAnsweredUnseen() async throws {
        var scene = NamingScene()
        try scene.claimHost(Host(1, "media"), at: 0)
        try scene.claimHost(Host(2, "media"), at: 10, probing: true)
        try scene.claimHost(Host(2, "media-2"), at: 10.2, probing: true)
        try scene.claimHost(Host(2, "media-2"), at: 10.95)
        #expect(try await scene.report().peers.flatMap(\.hostRenames).map(\.to) == ["media-2.local."])
    }

    @Test func winnerOfAnOldConflictMayBeRenamedByItsUser() async throws {
        var scene = NamingScene()
        for (host, time) in [
            (Host(1, "media"), 0.0), (Host(2, "media"), 0.5), (Host(1, "media"), 1), (Host(2, "media-2"), 2),
        ] {
            try scene.claimHost(host, at: time)
        }
        try scene.claimHost(Host(1, "media-3"), at: 3600)
        #expect(try await scene.report().peers.flatMap(\.hostRenames).map(\.to) == ["media-2.local."])
    }

    @Test func nameByNoKnownRuleIsASuccessorWhereTheHostMetARival() async throws {
        let report = try await scene("media", "cinema").report()
        #expect(report.peers.flatMap(\.hostRenames).map(\.style) == ["other"])
        let finding = try #require(report.findings("host-renamed").first)
        #expect(finding.message.contains("\"cinema.local.\" by no known rule, because media"), "\(finding.message)")
        #expect(try await scene("media", "cinema", rival: false).report().findings("host-renamed").isEmpty)
    }

    @Test func secondNameOfAHostIsNoSuccessor() async throws {
        var scene = try scene("media", "cinema")
        try scene.claimHost(Host(2, "media"), at: 12)
        #expect(try await scene.report().peers.flatMap(\.hostRenames).isEmpty)
    }

    @Test func rulesOfOtherSoftwareNeedEvidenceForIt() async throws {
        func style(_ new: String, ttl: UInt32) async throws -> [String?] {
            var scene = try scene("player", new)
            try scene.announce("Music", of: Host(2, new), at: 12) { $0 = $0.map { $0.with(ttl: ttl) } }
            let report = try await scene.report()
            return report.hosts.flatMap(\.timeline).filter { $0.event == .rename }.map(\.rule)
        }
        #expect(try await style("player7", ttl: 120) == ["resolved"])
        #expect(try await style("player7", ttl: 3600) == ["other"])
    }

    @Test func aHostWithoutServicesIsKnownByItsProbesAndItsNumber() async throws {
        func renames(_ new: String, responder: ResponderFamily? = nil) async throws -> [String?] {
            try await scene("thinkpad", new, responder: responder).report().hosts.flatMap(\.timeline)
                .filter { $0.event == .rename }.map(\.rule)
        }
        #expect(try await renames("thinkpad7") == ["resolved"])
        #expect(try await renames("thinkpad11") == ["resolved"])
        // From there it takes 17 conflicts and more.
        #expect(try await renames("thinkpad163") == ["other"])
        #expect(try await renames("thinkpad7", responder: .apple) == ["other"])
        let finding = try await scene("thinkpad", "thinkpad7").report().findings("host-renamed").first
        #expect(finding?.message.contains("by the rule of systemd-resolved, because thinkpad") == true)
    }

    @Test func servicesKeepTheirNamesWhenTheirHostGetsAnother() async throws {
        var scene = NamingScene()
        try scene.announce("Music", of: Host(2, "media"), at: 0)
        try scene.claimHost(Host(1, "media"), at: 1)
        try scene.claimHost(Host(2, "media-2"), at: 2)
        try scene.announce("Music", of: Host(2, "media-2"), at: 3)
        let report = try await scene.report()
        #expect(report.services.count == 1 && report.services[0].host == "media-2.local.")
        #expect(report.renames.isEmpty && report.peers.flatMap(\.hostRenames).count == 1)
    }

    @Test func reflectorThatRepeatsNamesHasNoneOfItsOwn() async throws {
        var scene = NamingScene()
        try scene.claimHost(Host(1, "media"), at: 0)
        for (number, name) in ["media", "media-2"].enumerated() {
            try scene.claimHost(Host(9, name), at: Double(number) + 1, addresses: ["10.0.0.\(number + 50)"])
        }
        #expect(try await scene.report().peers.flatMap(\.hostRenames).isEmpty)
    }
}
