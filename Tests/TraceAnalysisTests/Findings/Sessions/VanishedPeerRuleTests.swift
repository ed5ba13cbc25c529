import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct VanishedPeerRuleTests {
    /// Bert is gone after the first question; Anna sends the second again at these times.
    private func findings(_ times: [Double], returns: Double? = nil) async throws -> [Finding] {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        try scene.send(.initiator, on: &connection, at: 2, acknowledged: false)
        try scene.resend(.initiator, on: connection, at: times)
        if let returns { try scene.segment([.ack], from: .responder, on: connection, at: returns) }
        return try await scene.findings("peer-vanished")
    }

    @Test func retransmissionsToTheEndAreNamed() async throws {
        let findings = try await findings([2.3, 2.9, 4.1])
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 80 stopped answering 10.0.0.1: 3 retransmissions over 1.800 s brought no packet back."
            ])
        #expect(findings[0].frames == [7, 9] && findings[0].severity == .note)
    }

    @Test func longSilenceIsAWarning() async throws {
        #expect(try await findings([2.3, 2.9, 4.1, 6.5, 11, 21]).map(\.severity) == [.warning])
    }

    @Test func aPeerThatComesBackHasNotVanished() async throws {
        #expect(try await findings([2.3, 2.9, 4.1, 6.5], returns: 7).isEmpty)
    }

    /// Bert's second connection lost Anna, and his first one was lost by her.
    @Test func whoIsGoneIsSaidOfEachSideByItself() async throws {
        var scene = FailureScene()
        for (number, sender) in [SyntheticConnection.Side.initiator, .responder, .responder].enumerated() {
            let start = Double(number) * 100
            var connection = try scene.connect(
                .anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try scene.send(sender, on: &connection, at: start + 2, acknowledged: false)
            try scene.resend(sender, on: connection, at: [start + 2.3, start + 2.9, start + 4.1])
        }
        let findings = try await scene.findings("peer-vanished")
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 80 stopped answering 10.0.0.1: 3 retransmissions over 1.800 s brought no packet back.",
                "10.0.0.1 stopped answering 10.0.0.2 port 80 on 2 connections: 6 retransmissions over 1.800 s brought no "
                    + "packet back.",
            ])
        #expect(findings.map { $0.facts["gone"] } == [.text("responder"), .text("initiator")])
        #expect(findings.map { $0.facts["sessions"] } == [.list([.number(1)]), .list([.number(2), .number(3)])])
    }

    @Test func twoRetransmissionsAreNotEnough() async throws {
        #expect(try await findings([2.3, 2.9]).isEmpty)
    }
}
