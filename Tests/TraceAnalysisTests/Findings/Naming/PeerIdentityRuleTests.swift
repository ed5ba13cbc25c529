import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct PeerIdentityRuleTests {
    @Test func peerIDOfAServiceStays() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, text: ["peerID=P-1", "v=1"], at: 0)
        try scene.announce("Alice", of: .anna, text: ["peerID=P-1", "v=2"], at: 1)
        #expect(try await scene.report().findings.isEmpty)
        try scene.announce("Alice", of: .anna, text: ["peerID=P-2", "v=2"], at: 2)
        let report = try await scene.report()
        #expect(report.codes == ["peer-identity-changed"] && report.findings[0].frames == [3])
        #expect(report.findings[0].message.hasSuffix("changed from \"P-1\" to \"P-2\"."))
    }
}
