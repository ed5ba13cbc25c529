import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ResetConnectionRuleTests {
    private typealias Side = SyntheticConnection.Side

    /// A conversation that one side resets.
    private func findings(
        _ side: SyntheticConnection.Side, afterQuestion asks: Bool, finished: Bool = false
    ) async throws -> [Finding] {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        try scene.send(.responder, on: &connection, at: 1.1)
        if asks { try scene.send(side == .initiator ? .responder : .initiator, on: &connection, at: 2) }
        if finished { try scene.segment([.fin, .ack], from: .initiator, on: connection, at: 2.5) }
        try scene.segment([.rst, .ack], from: side, on: connection, at: 3)
        return try await scene.findings("connection-reset")
    }

    @Test func aServerThatResetsInsteadOfAnsweringIsAWarning() async throws {
        let findings = try await findings(.responder, afterQuestion: true)
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 80 reset the connection with 10.0.0.1 instead of answering."
            ])
        #expect(findings[0].severity == .warning && findings[0].frames == [10])
    }

    /// It owes nothing, and has what it wanted.
    @Test func aClientThatResetsAfterTheLastAnswerIsFine() async throws {
        #expect(try await findings(.initiator, afterQuestion: true).isEmpty)
    }

    @Test func aClientThatResetsADownloadIsANote() async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        let before = connection
        try scene.send(.responder, on: &connection, at: 1, acknowledged: false)
        try scene.segment([.rst, .ack], from: .initiator, on: before, at: 1.1)
        #expect(try await scene.findings("connection-reset").map(\.severity) == [.note])
    }

    @Test func aResetAfterTheLastAnswerIsHowProgramsClose() async throws {
        #expect(try await findings(.responder, afterQuestion: false).isEmpty)
    }

    /// It promised a thousand bytes.
    @Test(arguments: [
        (1000, ["10.0.0.2 port 80 reset the connection with 10.0.0.1 in the middle of a message."]), (100, []),
    ])
    func aServerThatResetsBeforeItsMessageIsWhole(length: Int, messages: [String]) async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.say("GET / HTTP/1.1\r\n\r\n", .initiator, on: &connection, at: 1)
        try scene.say("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n", .responder, on: &connection, at: 1.1)
        try scene.send(.responder, on: &connection, at: 1.2)
        try scene.segment([.rst, .ack], from: .responder, on: connection, at: 3)
        #expect(try await scene.findings("connection-reset").map(\.message) == messages)
    }

    /// A full segment without PSH says that more is to come, and the reset that nothing does.
    @Test(arguments: [
        (SyntheticConnection.Side.responder, false, [Finding.Severity.warning]), (.initiator, false, [.note]),
        (.responder, true, []),
    ])
    func aSideThatResetsInMidSendingCutsWhatItSends(
        side: SyntheticConnection.Side, pushed: Bool, severities: [Finding.Severity]
    ) async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        let flags: TCPFlags = pushed ? [.psh, .ack] : .ack
        try scene.segment(flags, [UInt8](repeating: 7, count: 1400), from: side, on: connection, at: 2)
        connection.skip(1400, from: side)
        try scene.segment([.ack], from: side == .initiator ? .responder : .initiator, on: connection, at: 2.1)
        try scene.segment([.rst, .ack], from: side, on: connection, at: 3)
        #expect(try await scene.findings("connection-reset").map(\.severity) == severities)
    }

    @Test func aResetAfterAFINIsNoFailure() async throws {
        #expect(try await findings(.responder, afterQuestion: true, finished: true).isEmpty)
    }

    /// A connection of a mesh is there as long as its peers are.
    @Test func aQuietConnectionOfAMeshIsANote() async throws {
        var scene = MeshScene()
        let link = try scene.join(.anna, to: .bert, at: 0)
        try scene.reset(link, from: .initiator, at: 6)
        let findings = try await scene.report().findings("connection-reset")
        #expect(findings.map(\.severity) == [.note])
        #expect(findings[0].message.hasSuffix("though their protocol keeps connections open."))
    }

    @Test func whoResetIsSaidOfEachSideByItself() async throws {
        var scene = MeshScene()
        for (number, side) in [SyntheticConnection.Side.initiator, .responder].enumerated() {
            let start = Double(number) * 60
            let link = try scene.join(.anna, to: .bert, port: 50000 + UInt16(number), at: start)
            try scene.reset(link, from: side, at: start + 6)
        }
        let findings = try await scene.report().findings("connection-reset")
        #expect(findings.map { $0.facts["by"] } == [.text("initiator"), .text("responder")])
        #expect(findings.map { $0.facts["sessions"] } == [.list([.number(1)]), .list([.number(2)])])
    }

    @Test func bytesOnTheirWayAreLost() async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        let before = connection
        try scene.send(.initiator, on: &connection, at: 1, acknowledged: false)
        try scene.segment([.rst, .ack], from: .responder, on: before, at: 1.1)
        let finding = try #require(try await scene.findings("connection-reset").first)
        #expect(finding.message.hasSuffix("before it had acknowledged all data."))
        #expect(finding.facts["withUnacknowledgedData"] == .number(1))
    }
}
