import MultipeerWire
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct MultipeerRulesTests {
    private static let second: Int64 = 1_000_000_000

    /// An invitation of Ada, an answer of Bo some time later, and perhaps the end of the connection, or a later packet.
    private static func report(
        accepting: Bool? = nil, closing: Int64? = nil, until end: Int64
    ) async throws -> TraceReport {
        let invitation = try MultipeerScene.invitation()
        let answer = try accepting.map { try MultipeerScene.answer(accepting: $0) }
        return try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            let start = MultipeerScene.start
            try connection.open(at: start, in: &capture)
            try connection.send(invitation, from: .initiator, at: start + second, in: &capture)
            if let answer { try connection.send(answer, from: .responder, at: start + 2 * second, in: &capture) }
            if let closing { try connection.close(at: start + closing, in: &capture) }
            try capture.append(
                udpFrom: 9, to: 9, payload: [1], from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: start + end)
        }
    }

    @Test func anInvitationMayBeAnsweredAfterTheCapture() async throws {
        #expect(try await Self.report(until: 10 * Self.second).multipeerFindings.isEmpty)
        #expect(try await Self.report(until: 11 * Self.second).multipeerFindings == ["invitation-unanswered"])
    }

    @Test func anInvitationIsNotAnsweredAfterItsConnection() async throws {
        let report = try await Self.report(closing: 3 * Self.second, until: 4 * Self.second)
        let finding = try #require(report.findings.first { $0.code.rawValue == "invitation-unanswered" })
        #expect(finding.severity == .warning && finding.subject == .session(1))
        #expect(finding.facts["inviterPeerID"]?.texts == [MultipeerScene.ada.instanceName])
        #expect(finding.facts["inviteePeerID"]?.texts == [MultipeerScene.bo.instanceName])
        #expect(finding.facts["until"]?.texts == ["connection"])
    }

    @Test func aSessionMayComeUpAfterTheCapture() async throws {
        #expect(try await Self.report(accepting: true, until: 6 * Self.second).multipeerFindings.isEmpty)
        let report = try await Self.report(accepting: true, until: 7 * Self.second)
        #expect(report.multipeerFindings == ["session-not-established"])
        let finding = try #require(report.findings.first { $0.code.rawValue == "session-not-established" })
        #expect(finding.facts["stage"]?.texts == ["unchecked"])
    }

    @Test func aDeclinedInvitationIsANote() async throws {
        let report = try await Self.report(accepting: false, closing: 3 * Self.second, until: 20 * Self.second)
        #expect(report.multipeerFindings == ["invitation-declined"])
        #expect(report.findings.first { $0.code.rawValue == "invitation-declined" }?.severity == .note)
    }

    @Test func invitationsCrossOnlyWhileTheOtherIsOpen() async throws {
        func report(secondAt delay: Int64) async throws -> TraceReport {
            let there = try MultipeerScene.invitation()
            let back = try MultipeerScene.invitation(from: MultipeerScene.bo, to: MultipeerScene.ada)
            let answer = try MultipeerScene.answer(accepting: false)
            return try await SyntheticTrace.report { capture in
                let start = MultipeerScene.start
                var first = SyntheticTrace.connection()
                var second = SyntheticTrace.connection(
                    from: SyntheticTrace.bert, port: 50001, to: SyntheticTrace.anna)
                try first.open(at: start, in: &capture)
                try second.open(at: start + 5 * MultipeerScene.millisecond, in: &capture)
                try first.send(there, from: .initiator, at: start + Self.second, in: &capture)
                let (answered, crossed) = (start + 2 * Self.second, start + Self.second + delay)
                if crossed < answered { try second.send(back, from: .initiator, at: crossed, in: &capture) }
                try first.send(answer, from: .responder, at: answered, in: &capture)
                if crossed > answered { try second.send(back, from: .initiator, at: crossed, in: &capture) }
            }
        }
        #expect(try await report(secondAt: Self.second / 2).multipeerFindings.contains("invitations-crossed"))
        #expect(try await report(secondAt: 2 * Self.second).multipeerFindings == ["invitation-declined"])
    }

    @Test func crossingInvitationsAreNoDuplicateConnection() async throws {
        let report = try await MultipeerScene.report("crossing")
        #expect(Set(report.multipeerFindings) == ["invitations-crossed", "invitation-declined"])
        #expect(!report.findings.contains { $0.code.rawValue == "duplicate-connection" })
    }

    @Test func nobodyAnsweredInTheTimeOfTheInviter() async throws {
        #expect(try await MultipeerScene.report("timed-out").multipeerFindings == ["invitation-unanswered"])
    }
}
