import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UnansweredKeepAliveRuleTests {
    /// Keep-alives of Anna, the last ones without an answer.
    private func findings(answered: Int, unanswered: Int) async throws -> [Finding] {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        var earlier = connection
        earlier.skip(-1, from: .initiator)
        for number in 1...(answered + unanswered) {
            try scene.segment([.ack], from: .initiator, on: earlier, at: Double(number * 75))
            guard number <= answered else { continue }
            try scene.segment([.ack], from: .responder, on: connection, at: Double(number * 75) + 0.01)
        }
        return try await scene.findings("keep-alive-unanswered")
    }

    @Test func threeWithoutAnAnswerAreAWarning() async throws {
        let findings = try await findings(answered: 2, unanswered: 3)
        #expect(findings.map(\.message) == ["10.0.0.2 port 80 did not answer 3 keep-alives of 10.0.0.1."])
        #expect(findings[0].severity == .warning)
    }

    @Test func whoIsGoneIsSaidOfEachSideByItself() async throws {
        var scene = FailureScene()
        for (number, asker) in [SyntheticConnection.Side.initiator, .responder].enumerated() {
            let start = Double(number) * 1000
            var connection = try scene.connect(
                .anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try scene.send(asker, on: &connection, at: start + 1)
            connection.skip(-1, from: asker)
            for time in [75.0, 150, 225] { try scene.segment([.ack], from: asker, on: connection, at: start + time) }
        }
        #expect(
            try await scene.findings("keep-alive-unanswered").map(\.message) == [
                "10.0.0.2 port 80 did not answer 3 keep-alives of 10.0.0.1.",
                "10.0.0.1 did not answer 3 keep-alives of 10.0.0.2 port 80.",
            ])
    }

    @Test func twoMayBeLost() async throws {
        #expect(try await findings(answered: 5, unanswered: 2).isEmpty)
    }
}
