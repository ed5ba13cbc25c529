import Testing
import WireTesting

@testable import TraceAnalysis

@Suite struct HostIdentityRuleTests {
    private func codes(_ uses: [(peerID: String, name: String, port: UInt16, from: Double, to: Double)]) async throws
        -> [Finding]
    {
        var scene = MeshScene()
        for use in uses {
            var link = try scene.connect(.anna, to: .bert, port: use.port, at: use.from)
            try scene.identify(as: use.peerID, called: use.name, on: &link, at: use.from + 0.01)
            try scene.close(&link, at: use.to)
        }
        return try await scene.report().findings("peer-identity-changed")
    }

    @Test func anotherPeerIDUnderTheSameNameIsAWarning() async throws {
        let findings = try await codes([("P-0", "Anna", 50000, 0, 5), ("P-1", "Anna", 50001, 8, 12)])
        #expect(findings.count == 1 && findings[0].severity == .warning && findings[0].frames == [4, 11])
        #expect(findings[0].subject == .peer("p1"))
        #expect(
            findings[0].message == "\"Anna\" at 10.0.0.1 identified itself as \"P-0\" and later as \"P-1\".")
    }

    @Test func reconnectWithTheSamePeerIDIsNone() async throws {
        #expect(try await codes([("P-1", "Anna", 50000, 0, 5), ("P-1", "Anna", 50001, 8, 12)]).isEmpty)
    }

    @Test func twoAppsOfOneHostAreTwoPeers() async throws {
        // By their names, because they run together, or because the first comes back.
        #expect(try await codes([("P-0", "Anna", 50000, 0, 5), ("P-1", "Anna too", 50001, 8, 12)]).isEmpty)
        #expect(try await codes([("P-0", "Anna", 50000, 0, 9), ("P-1", "Anna", 50001, 1, 9.5)]).isEmpty)
        #expect(
            try await codes([
                ("P-0", "Anna", 50000, 0, 5), ("P-1", "Anna", 50001, 8, 12), ("P-0", "Anna", 50002, 14, 16),
            ]).isEmpty)
    }

    @Test func whatTheTXTRecordTellsIsNotToldAgain() async throws {
        var scene = MeshScene()
        try scene.announce("Bert", of: .bert, peerID: "P-5", at: 0)
        var first = try scene.connect(.anna, to: .bert, at: 1)
        try scene.identify(.responder, as: "P-5", on: &first, at: 1.1)
        try scene.close(&first, at: 2)
        try scene.announce("Bert", of: .bert, peerID: "P-6", at: 3)
        var second = try scene.connect(.anna, to: .bert, port: 50001, at: 4)
        try scene.identify(.responder, as: "P-6", on: &second, at: 4.1)
        try scene.close(&second, at: 5)
        let findings = try await scene.report().findings("peer-identity-changed")
        #expect(findings.map(\.subject) == [.service("s1")])
    }
}

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
}
