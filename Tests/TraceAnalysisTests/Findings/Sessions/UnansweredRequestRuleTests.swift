import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UnansweredRequestRuleTests {
    /// Questions of Anna to Bert's port, each from another one of hers.
    private func findings(
        _ count: Int, port: UInt16 = 53, answersOthers: Bool = false, until end: Double = 60
    ) async throws -> [Finding] {
        var scene = FailureScene()
        try scene.talk(.anna, with: .carl, from: 0, to: end)
        for number in 0..<count {
            try scene.datagram(.anna, port: 5000 + UInt16(number), to: .bert, port: port, at: 1 + Double(number))
        }
        if answersOthers {
            try scene.datagram(.anna, port: 6000, to: .bert, port: port, at: 2)
            try scene.datagram(.bert, port: port, to: .anna, port: 6000, at: 2.1)
        }
        return try await scene.findings("requests-unanswered")
    }

    @Test func aNameServerThatIsNotThereIsAWarning() async throws {
        let findings = try await findings(5)
        #expect(
            findings.map(\.message) == [
                "5 requests of 10.0.0.1 to 10.0.0.2 port 53 have no answer, nor does anything else come from there."
            ])
        #expect(findings[0].severity == .warning)
    }

    @Test func oneThatAnswersOthersIsANote() async throws {
        #expect(try await findings(5, answersOthers: true).map(\.severity) == [.note])
        #expect(try await findings(1).map(\.severity) == [.note])
    }

    /// In a capture of that port alone, which may have one direction.
    @Test func aQuestionThatIsAskedAgainHadNoAnswer() async throws {
        var scene = FailureScene()
        for time in [1.0, 6] { try scene.datagram(.anna, port: 5000, to: .bert, port: 53, at: time) }
        try scene.datagram(.anna, port: 5001, to: .bert, port: 53, at: 30)
        let findings = try await scene.findings("requests-unanswered")
        #expect(findings.map { $0.facts["requests"] } == [.number(2)] && findings.first?.severity == .note)
    }

    @Test func portsWithoutAnswersByTheirNatureAreNotJudged() async throws {
        #expect(try await findings(50, port: 514).isEmpty)
    }

    @Test func theCaptureMustHaveWaited() async throws {
        #expect(try await findings(1, until: 4).isEmpty)
    }
}
