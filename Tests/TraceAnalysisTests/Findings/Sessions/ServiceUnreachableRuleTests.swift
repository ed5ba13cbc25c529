import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ServiceUnreachableRuleTests {
    @Test func anAnnouncedAddressThatIsSilentIsNamed() async throws {
        var scene = FailureScene()
        try scene.announce("Bert", of: .bert, at: 0)
        try scene.talk(.anna, with: .carl, from: 0, to: 30)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: FailureScene.Host.bert.port,
            at: [1, 2, 4, 8])
        let report = try await scene.report()
        #expect(report.codes == ["service-unreachable"], "and not connection-unanswered beside it")
        #expect(report.findings[0].severity == .warning)
        #expect(report.findings[0].message.contains("which did not answer 10.0.0.1 in 1 attempt with 4 SYNs"))
    }

    @Test func anICMPErrorIsNamed() async throws {
        var scene = FailureScene()
        try scene.announce("Bert", of: .bert, at: 0)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: FailureScene.Host.bert.port,
            at: [1])
        try scene.error(
            type: 3, code: 1, from: .anna, to: .bert, port: FailureScene.Host.bert.port, by: .carl, at: 1.1)
        let finding = try #require(try await scene.findings("service-unreachable").first)
        #expect(
            finding.message.hasSuffix(
                "which 10.0.0.1 did not reach in 1 attempt: 10.0.0.3 answered with ICMP's \"host unreachable\"."))
        #expect(finding.severity == .note)
    }

    @Test func afterItsGoodbyeNothingIsOnOffer() async throws {
        var scene = FailureScene()
        try scene.announce("Bert", of: .bert, at: 0)
        try scene.goodbye("Bert", of: .bert, at: 0.5)
        try scene.talk(.anna, with: .carl, from: 0, to: 30)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: FailureScene.Host.bert.port,
            at: [1, 2, 4, 8])
        #expect(try await scene.report().codes == ["connection-unanswered"])
    }
}
