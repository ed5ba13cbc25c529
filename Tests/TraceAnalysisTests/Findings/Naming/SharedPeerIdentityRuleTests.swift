import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct SharedPeerIdentityRuleTests {
    @Test func onePeerIDOfTwoHostsAtOnceIsAWarning() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 0)
        try scene.announce("Bert", of: .bert, peerID: "P-1", at: 1)
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 2)
        let findings = try await scene.report().findings
        #expect(findings.map(\.code.rawValue) == ["peer-identity-shared"])
        #expect(findings[0].severity == .warning && findings[0].frames == [1, 2])
        #expect(findings[0].message.contains("have the same peer ID, \"P-1\", at the same time"))
    }

    @Test func onePeerIDOfOneHostAfterTheOtherHasChangedItsHost() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 0)
        try scene.announce("Bert", of: .bert, peerID: "P-1", at: 100)
        let findings = try await scene.report().findings
        #expect(findings.map(\.code.rawValue) == ["peer-identity-changed"])
        #expect(findings[0].subject == .service("s2"))
    }

    /// Bert had his own name on the link while Anna used the peer ID that he uses later.
    @Test func hostsThatUseItInTurnAreTwoIfBothWereThere() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 0)
        try scene.announce("Bert's other", of: .bert, peerID: "", at: 0.5)
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 2)
        try scene.announce("Bert", of: .bert, peerID: "P-1", at: 100)
        let holders = try await scene.report().peers.filter { $0.peerIDs == ["P-1"] }
        #expect(holders.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
    }

    @Test func severalServicesOfOneHostShareItsPeerID() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 0)
        try scene.announce("Anna's other", of: .anna, peerID: "P-1", at: 1)
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 2)
        #expect(try await scene.codes.isEmpty)
    }

    /// The same link address under another host name: the host was renamed.
    @Test func hostUnderANewNameIsTheSameHost() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 0)
        try scene.announce("Anna 2", of: .anna.named("anni"), peerID: "P-1", at: 1)
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 2)
        #expect(try await scene.report().findings("peer-identity-shared").isEmpty)
        #expect(try await scene.report().findings("peer-identity-changed").isEmpty)
    }

    @Test func whoIdentifiesAsTheHostOfAnotherSharesItsPeerID() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 0)
        try scene.announce("Bert", of: .bert, peerID: "P-2", at: 0.5)
        var link = try scene.connect(.bert, to: .carl, at: 1)
        try scene.identify(as: "P-1", on: &link, at: 1.1)
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 2)
        let findings = try await scene.report().findings("peer-identity-shared")
        #expect(findings.map(\.subject) == [.session(3)])
    }

    /// Hosts without a peer ID in their TXT records: only their sessions tell it.
    @Test func hostsThatIdentifyAlikeStayApart() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "", at: 0)
        try scene.announce("Bert", of: .bert, peerID: "", at: 0.5)
        var first = try scene.connect(.anna, to: .carl, at: 1)
        try scene.identify(as: "P-1", on: &first, at: 1.1)
        var second = try scene.connect(.bert, to: .carl, at: 2)
        try scene.identify(as: "P-1", on: &second, at: 2.1)
        try scene.talk(as: "P-1", on: &first, at: 5)
        let report = try await scene.report()
        #expect(report.findings("peer-identity-shared").count == 1)
        let holders = report.peers.filter { $0.peerIDs == ["P-1"] }
        #expect(holders.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
    }

    /// Many services of the one do not hide the other.
    @Test func aHostIsComparedOnceWhateverTheNumberOfItsServices() async throws {
        var scene = MeshScene()
        for time in [0.0, 10] {
            for number in 1...20 {
                try scene.announce("App \(number)", of: .anna, peerID: "P-1", at: time + Double(number) / 10)
            }
            try scene.announce("Bert", of: .bert, peerID: "P-1", at: time + 3)
        }
        #expect(try await scene.report().peers.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
    }

    /// Nothing tells two addresses without names from two interfaces of one host.
    @Test func addressesAloneDoNotTellHostsApart() async throws {
        var scene = MeshScene()
        var first = try scene.connect(.anna, to: .carl, at: 0)
        try scene.identify(as: "P-1", on: &first, at: 0.1)
        var second = try scene.connect(.bert, to: .carl, at: 1)
        try scene.identify(as: "P-1", on: &second, at: 1.1)
        try scene.talk(as: "P-1", on: &first, at: 5)
        #expect(try await scene.report().findings("peer-identity-shared").isEmpty)
    }

    /// Three machines from one image: one had to give up the host name to another, which shows that they are two.
    @Test func clonedHostsStayApartAndAreAllNamed() async throws {
        var scene = NamingScene()
        let (first, twin, third) = (NamingScene.Host.anna, NamingScene.Host(2, "anna"), NamingScene.Host.carl)
        try scene.claimHost(first, at: 0)
        try scene.claimHost(twin, at: 1, probing: true)
        try scene.claimHost(first, at: 1.01)
        let renamed = twin.named("anna-2")
        for time in [2.0, 3] {
            for host in [first, renamed, third] {
                try scene.announce(
                    "App of \(host.name)", of: host, text: ["peerID=P-1"], at: time + Double(host.number) / 10)
            }
        }
        let report = try await scene.report()
        #expect(report.peers.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"], ["10.0.0.3"]])
        #expect(report.peers.map(\.peerIDs) == [["P-1"], ["P-1"], ["P-1"]])
        let finding = try #require(report.findings("peer-identity-shared").first)
        #expect(finding.frames == [4, 5, 6])
        #expect(finding.message.hasPrefix("anna.local, anna-2.local and carl.local have the same peer ID"))
        #expect(finding.facts["hosts"] == .list(["anna.local", "anna-2.local", "carl.local"].map { .text($0) }))
    }

    @Test func clonedHostsUnderOneNameStayApart() async throws {
        var scene = MeshScene()
        for time in [0.0, 1] {
            try scene.announce("App", of: .anna, peerID: "P-1", at: time)
            try scene.announce("App", of: .bert.named("anna"), peerID: "P-1", at: time + 0.5)
        }
        let report = try await scene.report()
        #expect(report.peers.map(\.peerIDs) == [["P-1"], ["P-1"]])
        #expect(
            report.findings("peer-identity-shared").first?.message.hasPrefix(
                "anna.local at 10.0.0.1 and anna.local at 10.0.0.2 have the same peer ID") == true)
    }

    /// One device that has a host name for each of its interfaces tells its peer ID on both, one after the other.
    @Test func onePeerIDOneAfterTheOtherJoins() async throws {
        var scene = MeshScene()
        try scene.announce("Anna", of: .anna, peerID: "P-1", at: 0)
        try scene.announce("Anna", of: .bert, peerID: "P-1", at: 100)
        #expect(try await scene.report().peers.map(\.addresses) == [["10.0.0.1", "10.0.0.2"]])
    }
}
