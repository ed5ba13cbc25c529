import PacketCapture
import Testing
import WireCoding
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct ElectionReplayTests {
    private func expected(_ rule: ElectionRule) async throws -> [String] {
        var scene = RadioScene([RadioScene.anna, RadioScene.bert, RadioScene.carl])
        for (node, numbers) in [(510, 30), (520, 1), (60, 900)].enumerated() {
            scene.nodes[node].election = RadioScene.election(
                root: RadioScene.anna, parent: RadioScene.anna, distance: node == 0 ? 0 : 1,
                metric: UInt32(numbers.0), counter: UInt32(numbers.1))
        }
        try scene.pass(seconds: 1, speaking: [0])
        try scene.pass(seconds: 1, speaking: [0, 1])
        try scene.pass(seconds: 1)
        // Bert and Carl leave.
        try scene.pass(seconds: 4, speaking: [0])
        var analyzer = TraceAnalyzer()
        analyzer.wireless.electionRule = rule
        let report = try await analyzer.analyze(.open(bytes: scene.capture.bytes))
        let election = try #require(report.wireless?.awdl?.election)
        #expect(election.rule == rule && election.claims.map(\.distance) == [0, 1, 1])
        return try #require(election.expected).map(\.master)
    }

    @Test func theRuleDecides() async throws {
        let (anna, bert, carl) = (
            RadioScene.anna.description, RadioScene.bert.description, RadioScene.carl.description
        )
        #expect(try await expected(.metric) == [anna, bert, anna])
        #expect(try await expected(.counter) == [anna, carl, anna])
    }
}
