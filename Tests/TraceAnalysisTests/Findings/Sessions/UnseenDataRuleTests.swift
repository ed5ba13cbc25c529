import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UnseenDataRuleTests {
    /// Bert's answer of so many bytes is not in the capture of Anna, who asks again; what Bert acknowledges with has the number
    /// after it.
    private func findings(_ length: Int = 2000, arrives: Bool = false, finishes: Bool = false) async throws -> [Finding]
    {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        let before = connection
        connection.skip(length, from: .responder)
        if arrives { try scene.segment([.ack], from: .initiator, on: connection, at: 1.1) }
        var question = arrives ? connection : before
        try scene.segment([.psh, .ack], [1, 2, 3], from: .initiator, on: question, at: 2)
        question.skip(3, from: .initiator)
        connection.skip(3, from: .initiator)
        try scene.segment([.ack], from: .responder, on: connection, at: 2.01)
        if finishes { try scene.segment([.fin, .ack], from: .responder, on: connection, at: 3) }
        try scene.datagram(.carl, port: 5000, to: .anna, port: 514, at: 20)
        return try await scene.report().findings
    }

    @Test func whatNeverArrivedIsNotBlamedOnTheServer() async throws {
        let findings = try await findings()
        #expect(
            findings.map(\.message) == [
                "2000 bytes from 10.0.0.2 port 80 to 10.0.0.1 never arrived: later sequence numbers skip them."
            ])
        #expect(findings.map(\.code.rawValue) == ["data-undelivered"] && findings[0].severity == .note)
        #expect(findings[0].facts["bytes"] == .number(2000))
    }

    @Test func whatWasAcknowledgedIsOnlyMissingFromTheCapture() async throws {
        #expect(try await findings(arrives: true).allSatisfy { $0.code.rawValue != "data-undelivered" })
    }

    /// `capture-gap` says it then.
    @Test func aStreamWithItsEndHasAHole() async throws {
        #expect(try await findings(finishes: true).allSatisfy { $0.code.rawValue != "data-undelivered" })
    }

    @Test func allThatWasSentIsThere() async throws {
        #expect(try await findings(0).allSatisfy { $0.code.rawValue != "data-undelivered" })
    }
}
