import PacketCapture
import Testing
import TraceModel
import WireCoding
import WireSimulation
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
        try scene.pass(seconds: 3, speaking: [0])
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

    /// What two nodes or three say of elections again and again for some seconds, one after the other.
    private func expected(
        _ claims: [AWDLElectionParametersV2?], rule: ElectionRule = .metric
    ) throws -> [AWDLNodeHistory.RootClaim] {
        var scene = AWDLHistoryScene()
        for tenth in 0..<60 {
            for (node, claim) in claims.enumerated() {
                let schedule = AWDLTLV(RadioScene.sequence([44]))
                let election = claim.map { [AWDLTLV($0)] } ?? []
                // The clock alone makes a sample, without an election.
                let parameters = AWDLSynchronizationParameters.with {
                    ($0.masterAddress, $0.masterChannel, $0.nextChannel) = (AWDLHistoryScene.address(0), 44, 44)
                    ($0.txCounter, $0.awSequenceNumber) = (10, 4)
                    $0.channelSequence = RadioScene.sequence([44])
                }
                try scene.frame(
                    of: node, [AWDLTLV(parameters), schedule] + election,
                    at: Double(tenth) / 10 + Double(node) / 100)
            }
        }
        return try #require(ElectionReplay(scene.nodes, rule: rule)).masters
    }

    private static func claim(_ metric: UInt32, _ counter: UInt32 = 3, distance: UInt32 = 1) -> AWDLElectionParametersV2
    {
        RadioScene.election(
            root: AWDLHistoryScene.address(9), parent: AWDLHistoryScene.address(9), distance: distance, metric: metric,
            counter: counter)
    }

    @Test func whoSaysNothingOfElectionsIsNoCandidate() throws {
        #expect(try expected([nil, Self.claim(0)]).map(\.root) == [AWDLHistoryScene.address(1)])
        #expect(try expected([nil, nil]).isEmpty)
    }

    @Test func amongEqualsTheOneNearerToItsMasterLeads() throws {
        #expect(
            try expected([Self.claim(5, distance: 0), Self.claim(5)]).map(\.root) == [AWDLHistoryScene.address(0)])
        #expect(try expected([Self.claim(5), Self.claim(5)]).map(\.root) == [AWDLHistoryScene.address(1)])
        #expect(
            try expected([Self.claim(5, 4), Self.claim(5, 3, distance: 0)]).map(\.root)
                == [AWDLHistoryScene.address(0)])
    }

    /// Who is heard first is chance.
    @Test func theListBeginsWithWhatAllCanKnow() throws {
        let masters = try expected([Self.claim(1), Self.claim(2), Self.claim(3)])
        #expect(masters.map(\.root) == [AWDLHistoryScene.address(2)] && masters.map(\.moment.frame) == [3])
    }
}
