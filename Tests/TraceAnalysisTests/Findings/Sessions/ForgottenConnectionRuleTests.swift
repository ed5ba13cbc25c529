import PacketDissection
import Testing
import TraceModel
import WireTesting

@testable import TraceAnalysis

@Suite struct ForgottenConnectionRuleTests {
    private func report(pause: Double) async throws -> TraceReport {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        try scene.send(.responder, on: &connection, at: 1.1)
        try scene.send(.initiator, on: &connection, at: 1.1 + pause, acknowledged: false)
        try scene.segment([.rst], from: .responder, on: connection, at: 1.2 + pause)
        return try await scene.report()
    }

    @Test func aResetAfterALongPauseSaysThatTheConnectionIsGone() async throws {
        let report = try await report(pause: 600)
        #expect(report.codes == ["connection-forgotten"])
        #expect(report.findings[0].message.contains("again after a pause of 599.999 s"))
        #expect(report.findings[0].frames == [8, 9])
    }

    @Test func withoutAPauseItIsAReset() async throws {
        #expect(try await report(pause: 10).codes == ["connection-reset"])
    }
}
