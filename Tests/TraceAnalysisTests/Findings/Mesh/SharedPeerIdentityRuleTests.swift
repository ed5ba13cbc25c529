import Testing
import TraceModel
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
