import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct RacedConnectionRuleTests {
    /// Anna tries Bert over IPv6, and over IPv4 a moment later; the capture goes on.
    private func report(_ pause: Double, refused: Bool = false) async throws -> TraceReport {
        var scene = FailureScene()
        try scene.attempt(
            FailureScene.Host.anna.overIPv6, to: FailureScene.Host.bert.overIPv6, port: 443,
            at: refused ? [0] : [0, 1],
            refused: refused)
        let winner = try scene.connect(.anna, to: .bert, port: 443, localPort: 50001, at: pause)
        try scene.segment([.fin, .ack], from: .initiator, on: winner, at: 30)
        return try await scene.report()
    }

    @Test(arguments: [true, false]) func theLoserIsANoteAndNoFailure(refused: Bool) async throws {
        let report = try await report(0.25, refused: refused)
        #expect(report.codes == ["connection-raced"])
        #expect(report.findings.map(\.severity) == [.note])
    }

    @Test func anAttemptLongAfterIsNoRace() async throws {
        #expect(try await report(5, refused: true).codes == ["connection-refused"])
    }
}
