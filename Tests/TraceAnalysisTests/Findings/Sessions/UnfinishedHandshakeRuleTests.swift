import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UnfinishedHandshakeRuleTests {
    /// Anna's SYN and Bert's answers to it, at these times.
    private func attempt(
        from anna: SyntheticHost, answers times: [Double], acknowledged: Bool = false, in scene: inout FailureScene
    ) throws {
        let connection = scene.connection(
            from: anna, to: FailureScene.Host.bert.overIPv4, port: 80, localPort: 50000)
        try scene.segment([.syn], from: .initiator, on: connection, at: 1)
        var answered = connection
        answered.skip(1, from: .initiator)
        for time in times { try scene.segment([.syn, .ack], from: .responder, on: answered, at: time) }
        guard acknowledged, let last = times.last else { return }
        answered.skip(1, from: .responder)
        try scene.segment([.ack], from: .initiator, on: answered, at: last + 0.01)
    }

    private func findings(_ times: [Double], acknowledged: Bool = false, until end: Double = 20) async throws
        -> [Finding]
    {
        var scene = FailureScene()
        try attempt(from: FailureScene.Host.anna.overIPv4, answers: times, acknowledged: acknowledged, in: &scene)
        try scene.talk(.carl, with: .bert, from: 0, to: end)
        return try await scene.findings("handshake-unfinished")
    }

    @Test func answersThatNobodyAcknowledgesAreNamed() async throws {
        let findings = try await findings([1.01, 2, 4])
        #expect(
            findings.map(\.message) == [
                "10.0.0.1 never acknowledged the answers of 10.0.0.2 port 80: 3 SYN/ACKs in 1 attempt."
            ])
        #expect(findings[0].severity == .note)
        #expect(try await self.findings([1.01, 2, 4, 8.5]).map(\.severity) == [.warning])
    }

    @Test func aLateAcknowledgmentFinishesIt() async throws {
        #expect(try await findings([1.01, 2, 4], acknowledged: true).isEmpty)
        #expect(try await findings([1.01, 2]).isEmpty)
        #expect(try await findings([1.01, 2, 4], until: 4.5).isEmpty)
    }

    @Test func aFloodIsOneNote() async throws {
        var scene = FailureScene()
        for number in 1...100 {
            try attempt(
                from: FailureScene.Host(number + 100, "h\(number)").overIPv4, answers: [1.01, 2, 4, 9], in: &scene)
        }
        try scene.talk(.carl, with: .bert, from: 0, to: 20)
        let findings = try await scene.findings("handshake-unfinished")
        #expect(findings.count == 1 && findings[0].severity == .note)
        #expect(findings[0].message.hasSuffix("which looks like a SYN flood."))
    }
}
