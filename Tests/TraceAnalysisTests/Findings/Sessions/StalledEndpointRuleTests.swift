import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct StalledEndpointRuleTests {
    /// Forty connections with one question each, which is answered after so many seconds.
    private func findings(port: UInt16 = 80, lacking: Int? = nil, _ delay: (Int) -> Double) async throws -> [Finding] {
        var scene = FailureScene()
        for number in 0..<40 {
            let start = Double(number)
            var connection = try scene.connect(
                .anna, to: .bert, port: port, localPort: 50000 + UInt16(number), at: start)
            try scene.send(.initiator, on: &connection, at: start + 0.1)
            try scene.send(.responder, on: &connection, at: start + 0.1 + delay(number))
            if number == lacking { connection.skip(10, from: .responder) }
            try scene.close(&connection, at: start + 0.9)
        }
        return try await scene.findings("answers-stalled")
    }

    @Test func connectionsForOneRequestAreJudgedTogether() async throws {
        let findings = try await findings { $0 % 10 == 9 ? 0.3 + Double($0) / 1000 : 0.002 }
        #expect(
            findings.map(\.message) == [
                "4 of 40 answers of 10.0.0.2 port 80 took 0.100 s or longer, up to 0.339 s; usually they take 0.002 s, on 40 "
                    + "sessions."
            ])
        #expect(findings[0].severity == .note && findings[0].subject == .session(40))
        #expect(findings[0].facts["sessions"] == .number(40) && findings[0].frames.count == 8)
    }

    @Test func evenAnswersDoNotStall() async throws {
        #expect(try await findings { _ in 0.3 }.isEmpty)
    }

    @Test func aResolverAsksOthers() async throws {
        #expect(try await findings(port: 53) { $0 % 10 == 9 ? 0.3 : 0.002 }.isEmpty)
    }

    /// One of four stalls is left out, and three remain; without one more there is none.
    @Test func anAnswerThatIsNotInTheCaptureIsNoStall() async throws {
        #expect(
            try await findings(lacking: 9) { $0 % 10 == 9 ? 0.3 : 0.002 }.map { $0.facts["stalls"] } == [.number(3)])
        #expect(try await findings(lacking: 9) { $0 % 10 == 9 && $0 < 35 ? 0.3 : 0.002 }.isEmpty)
    }
}
