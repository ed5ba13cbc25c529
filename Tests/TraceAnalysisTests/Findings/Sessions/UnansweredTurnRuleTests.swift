import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UnansweredTurnRuleTests {
    private static let code = "requests-unanswered"

    /// Questions of Anna on one connection, each answered after 10 ms but the last one; and what else happens.
    private func findings(
        answered: Int = 5, packets: Int = 1, until end: Double = 60,
        then change: (inout FailureScene, inout SyntheticConnection) throws -> Void = { _, _ in }
    ) async throws -> [Finding] {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        for number in 1...answered + 1 {
            let time = Double(number)
            for packet in 0..<packets { try scene.send(.initiator, on: &connection, at: time + Double(packet) / 500) }
            if number <= answered { try scene.send(.responder, on: &connection, at: time + 0.1) }
        }
        try change(&scene, &connection)
        // The capture goes on.
        try scene.datagram(.carl, port: 5000, to: .anna, port: 514, at: end)
        return try await scene.findings(Self.code)
    }

    @Test func aServerThatHangsIsNamed() async throws {
        let findings = try await findings()
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 80 received the last request of 10.0.0.1 and did not answer for 54.000 s; 5 others had "
                    + "answers within 0.100 s."
            ])
        #expect(findings[0].severity == .note && findings[0].subject == .session(1))
        #expect(findings[0].time == 6 && findings[0].frames == [1], "the time of the request, and its connection")
        #expect(findings[0].facts["requests"] == .number(6) && findings[0].facts["unanswered"] == .number(1))
    }

    @Test func oneThatWasGivenUpShowsWhen() async throws {
        let findings = try await findings { scene, connection in
            try scene.segment([.fin, .ack], from: .initiator, on: connection, at: 36)
        }
        #expect(findings.map(\.frames) == [[1, 26]])
        #expect(findings[0].facts["wait"] == .number(30))
    }

    @Test func anAnswerAfterAllIsOne() async throws {
        let findings = try await findings { scene, connection in
            try scene.send(.responder, on: &connection, at: 50)
        }
        #expect(findings.isEmpty)
    }

    @Test func theCaptureMustHaveWaited() async throws {
        #expect(try await findings(until: 12).isEmpty)
    }

    /// Its client asks again as soon as it has an answer, and each one comes when there is news.
    @Test func aLongPollIsNoFault() async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        for number in 0..<5 {
            try scene.send(.initiator, on: &connection, at: Double(number) * 20 + 1)
            try scene.send(.responder, on: &connection, at: Double(number) * 20 + 20)
        }
        try scene.send(.initiator, on: &connection, at: 101)
        try scene.datagram(.carl, port: 5000, to: .anna, port: 514, at: 220)
        #expect(try await scene.findings(Self.code).isEmpty)
    }

    @Test func aStreamInOneDirectionAsksNothing() async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        for number in 1...40 { try scene.send(.initiator, on: &connection, at: Double(number)) }
        try scene.datagram(.carl, port: 5000, to: .anna, port: 514, at: 100)
        #expect(try await scene.findings(Self.code).isEmpty)
    }

    /// As a subscriber confirms the messages that a broker has for it now and then.
    @Test func whoOnlyConfirmsAsksNothing() async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 1883, at: 0)
        try scene.send(.initiator, on: &connection, at: 0.1)
        for number in 1...6 {
            try scene.send(.responder, on: &connection, at: Double(number) * 0.4)
            try scene.send(.initiator, on: &connection, at: Double(number) * 0.4 + 0.01)
        }
        try scene.datagram(.carl, port: 5000, to: .anna, port: 514, at: 60)
        #expect(try await scene.findings(Self.code).isEmpty)
    }

    @Test func aStreamThatIsConfirmedNowAndThenAsksNothing() async throws {
        #expect(try await findings(packets: 8).isEmpty)
    }

    /// Connections with one question each, which Bert answers until he hangs.
    private func connections(
        answered: Int, hanging: Int, patience: Double? = nil, answersAnother at: Double? = nil
    ) async throws -> [Finding] {
        var scene = FailureScene()
        for number in 0..<answered + hanging {
            let start = Double(number)
            var connection = try scene.connect(
                .anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try scene.send(.initiator, on: &connection, at: start + 0.1)
            if number < answered {
                try scene.send(.responder, on: &connection, at: start + 0.2)
            } else if let patience {
                try scene.segment([.fin, .ack], from: .initiator, on: connection, at: start + 0.1 + patience)
            }
        }
        if let at {
            var connection = try scene.connect(.carl, to: .bert, port: 80, at: at)
            try scene.send(.initiator, on: &connection, at: at + 0.1)
            try scene.send(.responder, on: &connection, at: at + 0.2)
        }
        try scene.datagram(.carl, port: 5000, to: .anna, port: 514, at: 100)
        return try await scene.findings(Self.code)
    }

    @Test func aFirstQuestionIsComparedWithThoseOfOtherConnections() async throws {
        let findings = try await connections(answered: 3, hanging: 2)
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 80 received 2 requests of 10.0.0.1 and did not answer, the longest for 96.900 s; 3 others "
                    + "had answers within 0.100 s."
            ])
        #expect(findings[0].severity == .note)
    }

    /// A service to which clients only send, as far as the capture shows.
    @Test func whereNothingIsAnsweredNothingIsAsked() async throws {
        #expect(try await connections(answered: 0, hanging: 5).isEmpty)
    }

    @Test func whoGivesUpHadAsked() async throws {
        let findings = try await connections(answered: 0, hanging: 2, patience: 30)
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 80 received data from 10.0.0.1 on 2 connections and sent nothing back before they ended, up to "
                    + "30.000 s later."
            ])
        #expect(findings[0].severity == .note && findings[0].facts["slowest"] == nil)
        #expect(
            try await connections(answered: 0, hanging: 8, patience: 30).map(\.severity) == [.note],
            "a log has no answers")
        #expect(try await connections(answered: 0, hanging: 2, patience: 5).isEmpty, "it only had something to say")
        #expect(try await connections(answered: 0, hanging: 1, patience: 30).isEmpty, "it may be all there was to say")
        #expect(try await connections(answered: 1, hanging: 2, patience: 30).isEmpty, "one answer is no rule")
    }

    @Test func whoSendsMuchAndClosesAsksNothing() async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        for number in 1...5 { try scene.send(.initiator, on: &connection, at: Double(number)) }
        try scene.segment([.fin, .ack], from: .initiator, on: connection, at: 60)
        #expect(try await scene.findings(Self.code).isEmpty)
    }

    @Test func aServerThatAnswersNobodyAnyMoreIsAWarning() async throws {
        #expect(try await connections(answered: 3, hanging: 5, patience: 30).map(\.severity) == [.warning])
        #expect(
            try await connections(answered: 3, hanging: 5, patience: 30, answersAnother: 20).map(\.severity)
                == [.note])
        #expect(try await connections(answered: 3, hanging: 5).map(\.severity) == [.note], "as long polls do")
    }

    @Test func anAnswerThatTheCaptureLacksIsNotMissed() async throws {
        let findings = try await findings { scene, connection in
            connection.skip(100, from: .responder)
            try scene.segment([.ack], from: .initiator, on: connection, at: 7)
        }
        #expect(findings.isEmpty)
    }
}
