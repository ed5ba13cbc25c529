import PeerMessaging
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct IdentificationMissingRuleTests {
    @Test func initiatorHasToIdentifyItself() async throws {
        var scene = MeshScene()
        var link = try scene.connect(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 5)
        try scene.close(&link, at: 6)
        let findings = try await scene.report().findings
        #expect(findings.map(\.code.rawValue) == ["identification-missing"])
        #expect(findings[0].severity == .warning && findings[0].frames == [4] && findings[0].subject == .session(1))
        #expect(findings[0].message == "10.0.0.1 sent messages and never identified itself.")
    }

    @Test func identificationHasToBeTheFirstMessage() async throws {
        var scene = MeshScene()
        var link = try scene.connect(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 5)
        try scene.identify(on: &link, at: 5.5)
        let findings = try await scene.report().findings
        #expect(findings.map(\.message) == ["anna sent messages and identified itself only 0.500 s later."])
    }

    @Test func responderNeedNot() async throws {
        var scene = MeshScene()
        var link = try scene.connect(.anna, to: .bert, at: 0)
        try scene.identify(on: &link, at: 0.01)
        #expect(try await scene.codes.isEmpty)
        try scene.talk(.responder, on: &link, at: 5)
        let findings = try await scene.report().findings
        #expect(findings.map(\.code.rawValue) == ["identification-missing"] && findings[0].severity == .note)
    }

    @Test func aHoleBeforeTheFirstMessageMayHaveSwallowedIt() async throws {
        var scene = MeshScene()
        var link = try scene.connect(.anna, to: .bert, at: 0)
        scene.lose(120, from: .initiator, on: &link)
        try scene.talk(on: &link, at: 5)
        try scene.close(&link, at: 6)
        #expect(try await scene.codes == ["capture-gap"])
    }

    @Test func anIdentificationThatDoesNotDecodeIsNotMissing() async throws {
        var scene = MeshScene()
        var link = try scene.connect(.anna, to: .bert, at: 0)
        try scene.write(MeshBytes.frame(#"{"type":{"identification":{}}}"#), on: &link, at: 0.01)
        try scene.talk(on: &link, at: 5)
        #expect(try await scene.codes == ["message-undecodable"])
    }
}

@Suite struct IdentificationMismatchRuleTests {
    @Test func messagesOfAnotherSenderAreAnError() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 5)
        try scene.send(
            .relayedBroadcast(payload: [1], originalSender: "P-9", seenBy: ["P-9"]), as: "P-9", on: &link, at: 6)
        let findings = try await scene.report().findings("identification-mismatch")
        #expect(findings.count == 1 && findings[0].severity == .error && findings[0].frames == [7])
        #expect(findings[0].message == "anna identified itself as \"P-1\" and sent messages as \"P-9\".")
    }

    @Test func relayedMessagesHaveTheirRelayersID() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.send(.relayedBroadcast(payload: [1], originalSender: "P-9", seenBy: ["P-9"]), on: &link, at: 6)
        #expect(try await scene.report().findings("identification-mismatch").isEmpty)
    }

    @Test func secondIdentificationAsAnotherPeerIsAWarning() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.identify(on: &link, at: 1)
        #expect(try await scene.codes.isEmpty)
        try scene.identify(as: "P-7", on: &link, at: 2)
        try scene.talk(as: "P-7", on: &link, at: 5)
        let findings = try await scene.report().findings("identification-mismatch")
        #expect(findings.count == 1 && findings[0].severity == .warning && findings[0].frames == [4, 7])
    }

    @Test func responderHasToBeWhomItsServiceNames() async throws {
        var scene = MeshScene()
        try scene.announce("Bert", of: .bert, peerID: "P-5", at: 0)
        _ = try scene.join(.anna, to: .bert, at: 1)
        let findings = try await scene.report().findings("identification-mismatch")
        #expect(findings.count == 1 && findings[0].severity == .warning && findings[0].frames == [6])
        #expect(
            findings[0].message.hasSuffix("identified itself as \"P-2\", but its service has the peerID \"P-5\"."))
    }

    @Test func onlyWhatTheServiceSaidBeforeCounts() async throws {
        var scene = MeshScene()
        _ = try scene.join(.anna, to: .bert, at: 0)
        try scene.announce("Bert", of: .bert, peerID: "P-5", at: 1)
        #expect(try await scene.report().findings("identification-mismatch").isEmpty)
    }
}
