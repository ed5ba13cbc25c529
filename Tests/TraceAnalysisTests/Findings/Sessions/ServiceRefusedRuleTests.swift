import Testing
import TraceModel
import WireTesting

@testable import TraceAnalysis

@Suite struct ServiceRefusedRuleTests {
    @Test func anAnnouncedServiceThatRefusesIsNamed() async throws {
        var scene = FailureScene()
        try scene.announce("Bert", of: .bert, at: 0)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: FailureScene.Host.bert.port,
            at: [1], refused: true)
        let report = try await scene.report()
        #expect(report.codes == ["service-refused"], "and not connection-refused beside it")
        #expect(
            report.findings.map(\.message) == [
                "\"Bert\" _chat._tcp is announced at bert port 7002, which refused 10.0.0.1."
            ])
        #expect(report.findings[0].facts["service"] == .text("s1"))
    }
}
