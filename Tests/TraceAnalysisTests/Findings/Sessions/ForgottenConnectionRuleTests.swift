import PacketDissection
import Testing
import TraceModel
import WireSimulation
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

    @Test func whoForgotIsSaidOfEachSideByItself() async throws {
        var scene = FailureScene()
        for (number, user) in [SyntheticConnection.Side.initiator, .responder].enumerated() {
            let start = Double(number) * 1000
            var connection = try scene.connect(
                .anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try scene.send(.initiator, on: &connection, at: start + 1)
            try scene.send(user, on: &connection, at: start + 601, acknowledged: false)
            try scene.segment(
                [.rst], from: user == .initiator ? .responder : .initiator, on: connection, at: start + 601.1)
        }
        let findings = try await scene.findings("connection-forgotten")
        #expect(findings.map { $0.facts["by"] } == [.text("responder"), .text("initiator")])
        #expect(findings.map { $0.message.hasPrefix("10.0.0.1 used a connection with") } == [true, false])
    }

    @Test func withoutAPauseItIsAReset() async throws {
        #expect(try await report(pause: 10).codes == ["connection-reset"])
    }
}
