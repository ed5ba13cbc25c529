import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct EarlyDataRuleTests {
    @Test func messagesBeforeTheGateAreAnError() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 1.201)
        try scene.talk(on: &link, at: 3.9)
        try scene.talk(on: &link, at: 4.1)
        try scene.close(&link, at: 5)
        let findings = try await scene.report().findings
        #expect(findings.map(\.code.rawValue) == ["early-data"])
        #expect(findings[0].severity == .error && findings[0].subject == .session(1))
        #expect(findings[0].frames == [6, 7] && findings[0].time == 1.201)
        #expect(
            findings[0].message
                == "2 messages from anna came too early, the first 1.200 s after the connection was ready: the "
                + "stabilization gate opens after 4 s.")
    }

    @Test func identificationsMayComeAtOnceAndMessagesAfterFourSeconds() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 4.001)
        try scene.talk(.responder, on: &link, at: 4.002)
        try scene.close(&link, at: 5)
        #expect(try await scene.codes.isEmpty)
    }

    /// The SYN/ACK passes at 1 ms, the ACK at 2 ms.
    @Test func eachSideHasAGateOfItsOwn() async throws {
        for (side, seconds, isEarly) in [
            (SyntheticConnection.Side.initiator, 3.990, true), (.initiator, 3.992, false), (.responder, 3.991, true),
            (.responder, 3.993, false),
        ] {
            var scene = MeshScene()
            var link = try scene.join(.anna, to: .bert, at: 0)
            try scene.talk(side, on: &link, at: seconds)
            try scene.close(&link, at: 5)
            #expect(try await scene.codes == (isEarly ? ["early-data"] : []), "\(side) at \(seconds)")
        }
    }

    @Test func bothSidesAreToldApart() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 1)
        try scene.talk(.responder, on: &link, at: 1.5)
        let messages = try await scene.report().findings.map(\.message)
        #expect(messages.count == 2)
        #expect(messages[0].hasPrefix("A message from anna came 0.999 s"))
        #expect(messages[1].hasPrefix("A message from bert came 1.498 s"))
    }

    @Test func ofManyMessagesTheFirstFramesAreListed() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        for number in 0..<100 { try scene.talk(on: &link, at: 1 + Double(number) / 100) }
        let finding = try #require(try await scene.report().findings.first)
        #expect(finding.frames == Array(6..<22))
        #expect(finding.message.hasPrefix("At least 64 messages from anna"))
    }

    /// Without a handshake nobody knows when the gate opened.
    @Test func nothingIsSaidOfConnectionsThatStoodBefore() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        try scene.talk(on: &link, at: 1)
        let whole = scene.capture
        let report = try await SyntheticTrace.report(of: SyntheticTrace.without(frames: 1...3, whole))
        #expect(report.sessions.map(\.application) == [.mesh] && report.findings.isEmpty)
    }

    /// The responder's gate is known by the initiator's ACK, and a hole may have swallowed it.
    @Test func responderIsNotJudgedByAnAcknowledgmentAfterAHole() async throws {
        var scene = MeshScene()
        var link = try scene.join(.anna, to: .bert, at: 0)
        scene.lose(10, from: .initiator, on: &link)
        try scene.talk(.responder, on: &link, at: 1)
        try scene.talk(on: &link, at: 5)
        try scene.close(&link, at: 6)
        #expect(try await scene.codes == ["capture-gap"])
    }
}
