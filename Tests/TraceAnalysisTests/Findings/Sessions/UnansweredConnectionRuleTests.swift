import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UnansweredConnectionRuleTests {
    /// SYNs of Anna to Bert at these times, in a capture that lasts until the end.
    private func findings(_ times: [Double], until end: Double, talks: Bool = true) async throws -> [Finding] {
        var scene = FailureScene()
        if talks { try scene.talk(.anna, with: .carl, from: 0, to: end) }
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: 9000, at: times)
        return try await scene.findings("connection-unanswered")
    }

    @Test func silenceIsNamedWithItsSYNs() async throws {
        let findings = try await findings([1, 2, 4], until: 20)
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 9000 did not answer 10.0.0.1: 1 attempt with 3 SYNs, the longest over 3.000 s."
            ])
        #expect(findings[0].severity == .note && findings[0].facts["host"] == .text("silent"))
    }

    @Test func threeRepetitionsOnTCPsScheduleAreAWarning() async throws {
        #expect(try await findings([1, 2, 4, 8], until: 20).map(\.severity) == [.warning])
    }

    @Test func aCaptureThatEndsBeforeTheTimeoutSaysNothing() async throws {
        #expect(try await findings([1, 2, 4], until: 4.9).isEmpty)
        #expect(try await findings([1], until: 3.9).isEmpty)
    }

    @Test func oneSYNAloneIsAnAttemptThatTheProgramGaveUp() async throws {
        #expect(try await findings([1], until: 20).isEmpty)
    }

    /// The first packets of QUIC, which a firewall drops.
    @Test(arguments: [(true, [1.0, 1.3, 2.5], 1), (true, [1.0, 1.3], 0), (false, [1.0, 1.3, 2.5], 0)])
    func silenceOverQUICIsANote(talks: Bool, times: [Double], count: Int) async throws {
        var scene = FailureScene()
        if talks { try scene.talk(.anna, with: .carl, from: 0, to: 20) }
        let header: [UInt8] = [0xC3, 0, 0, 0, 1, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0x44, 0x9E]
        let initial = header + [UInt8](repeating: 0x5A, count: 1200 - header.count)
        for time in times {
            try scene.datagram(.anna, port: 50000, to: .bert, port: 443, at: time, payload: initial)
        }
        let findings = try await scene.findings("connection-unanswered")
        #expect(
            findings.map(\.message)
                == Array(
                    repeating:
                        "10.0.0.2 port 443 did not answer 10.0.0.1 over QUIC: 1 attempt with 3 packets, the longest over "
                        + "1.500 s.", count: count))
        #expect(findings.allSatisfy { $0.severity == .note })
    }

    /// Without a packet to the initiator, its answers may take another way: who goes on after its SYN has one.
    @Test func oneDirectionOfAConnectionSaysNothing() async throws {
        var scene = FailureScene()
        let (anna, bert) = (FailureScene.Host.anna.overIPv4, FailureScene.Host.bert.overIPv4)
        var connection = scene.connection(from: anna, to: bert, port: 9000, localPort: 50000)
        try scene.segment([.syn], from: .initiator, on: connection, at: 1)
        try scene.segment([.syn], from: .initiator, on: connection, at: 2)
        connection.skip(1, from: .initiator)
        try scene.segment([.ack], from: .initiator, on: connection, at: 2.1)
        try scene.segment([.psh, .ack], [1, 2, 3], from: .initiator, on: connection, at: 2.2)
        #expect(try await scene.findings("connection-unanswered").isEmpty)
    }

    /// In a capture of that port alone.
    @Test func repeatedSYNsThatNothingFollowsHadNoAnswer() async throws {
        #expect(try await findings([1, 2, 4], until: 12, talks: false).isEmpty, "an answer may come after the end")
        #expect(try await findings([1, 2, 4, 8], until: 12, talks: false).map(\.severity) == [.warning])
        var scene = FailureScene()
        let (anna, bert) = (FailureScene.Host.anna.overIPv4, FailureScene.Host.bert.overIPv4)
        try scene.attempt(anna, to: bert, port: 9000, at: [1, 2, 4, 8])
        try scene.attempt(anna, to: bert, port: 9000, localPort: 50001, at: [20, 21])
        #expect(try await scene.findings("connection-unanswered").map(\.severity) == [.warning])
    }

    @Test func aRedirectIsNoAnswer() async throws {
        var scene = FailureScene()
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: 9000, at: [1, 2, 4])
        try scene.error(type: 5, code: 1, from: .anna, to: .bert, port: 9000, by: .carl, at: 4.1)
        try scene.error(type: 3, code: 1, from: .anna, to: .bert, port: 9000, by: .carl, at: 4.2)
        let finding = try #require(try await scene.findings("connection-unanswered").first)
        #expect(finding.facts["answer"] == .text("host unreachable") && finding.frames == [1, 5])
    }

    @Test func aHostThatAnswersOnOtherPortsHasAFirewall() async throws {
        var scene = FailureScene()
        try scene.talk(.anna, with: .bert, from: 0, to: 20)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: 9000, at: [1, 2, 4])
        let finding = try #require(try await scene.findings("connection-unanswered").first)
        #expect(finding.message.hasSuffix("over 3.000 s, though the host sent other packets."))
        #expect(finding.remedy.contains("firewall"))
    }

    @Test func aScanOfSilentPortsIsOneNote() async throws {
        var scene = FailureScene()
        try scene.talk(.anna, with: .carl, from: 0, to: 60)
        for port in 1000..<3000 as Range<UInt16> {
            try scene.attempt(
                FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: port, at: [1, 2, 4, 8])
        }
        let findings = try await scene.findings("connection-unanswered")
        #expect(findings.count == 1 && findings[0].severity == .note)
        #expect(findings[0].message.contains("2000 attempts with 8000 SYNs"))
    }
}
