import Testing
import TraceModel
import WireSimulation
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
