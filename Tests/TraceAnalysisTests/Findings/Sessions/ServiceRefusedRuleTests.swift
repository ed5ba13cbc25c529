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

    /// The codes of what is found where Anna connects to Bert's closed port at a time.
    private func codes(connectingAt time: Double, _ announcements: (inout FailureScene) throws -> Void) async throws
        -> [String]
    {
        var scene = FailureScene()
        try announcements(&scene)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: FailureScene.Host.bert.port,
            at: [time], refused: true)
        return try await scene.report().codes.filter { $0.contains("refused") }
    }

    @Test func oneThatSaidGoodbyeIsNotOnOffer() async throws {
        let codes = try await codes(connectingAt: 10) {
            try $0.announce("Bert", of: .bert, at: 0)
            try $0.goodbye("Bert", of: .bert, at: 5)
        }
        #expect(codes == ["connection-refused"])
    }

    @Test func oneThatSaysGoodbyeLaterIs() async throws {
        let codes = try await codes(connectingAt: 4) {
            try $0.announce("Bert", of: .bert, at: 0)
            try $0.goodbye("Bert", of: .bert, at: 5)
        }
        #expect(codes == ["service-refused"])
    }

    @Test func oneThatCameBackIs() async throws {
        let codes = try await codes(connectingAt: 10) {
            try $0.announce("Bert", of: .bert, at: 0)
            try $0.goodbye("Bert", of: .bert, at: 5)
            try $0.announce("Bert", of: .bert, at: 8)
        }
        #expect(codes == ["service-refused"])
    }

    @Test func oneThatExpiredIsNot() async throws {
        let codes = try await codes(connectingAt: 5000) { try $0.announce("Bert", of: .bert, at: 0) }
        #expect(codes == ["connection-refused"])
    }

    @Test func oneThatBeginsLaterIsNot() async throws {
        let codes = try await codes(connectingAt: 1) { try $0.announce("Bert", of: .bert, at: 5) }
        #expect(codes == ["connection-refused"])
    }
}
