import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ClosedConnectionRuleTests {
    private static let code = "connection-closed-early"

    /// Connections that Bert closes.
    private func findings(
        _ count: Int = 1, after pause: Double = 0.1,
        _ talk: (inout FailureScene, inout SyntheticConnection, Double) throws -> Void
    ) async throws -> [Finding] {
        var scene = FailureScene()
        for number in 0..<count {
            let start = Double(number) * 60
            var connection = try scene.connect(
                .anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try talk(&scene, &connection, start)
            try scene.segment([.fin, .ack], from: .responder, on: connection, at: start + 0.2 + pause)
            connection.skip(1, from: .responder)
            try scene.segment([.fin, .ack], from: .initiator, on: connection, at: start + 0.21 + pause)
        }
        return try await scene.findings(Self.code)
    }

    @Test func aServerThatSaysNothingIsNamed() async throws {
        let findings = try await findings { scene, connection, start in
            try scene.send(.initiator, on: &connection, at: start + 0.2)
        }
        #expect(findings.map(\.message) == ["10.0.0.2 port 80 closed the connection with 10.0.0.1 without answering."])
        #expect(findings[0].severity == .note && findings[0].facts["reason"] == .text("unanswered"))
        #expect(findings[0].frames == [6])
    }

    /// A collector of logs waits, and then closes what nobody uses.
    @Test(arguments: [(0.1, Finding.Severity.warning), (30.0, .note)])
    func fiveInARowAreAWarningIfItClosesAtOnce(pause: Double, severity: Finding.Severity) async throws {
        let findings = try await findings(5, after: pause) { scene, connection, start in
            try scene.send(.initiator, on: &connection, at: start + 0.2)
        }
        #expect(findings.map(\.severity) == [severity])
    }

    @Test func anAnswerIsEnough() async throws {
        let findings = try await findings { scene, connection, start in
            try scene.send(.initiator, on: &connection, at: start + 0.1)
            try scene.send(.responder, on: &connection, at: start + 0.2)
        }
        #expect(findings.isEmpty)
    }

    @Test func aConnectionThatNobodyUsesEndsWithoutHarm() async throws {
        #expect(try await findings { _, _, _ in }.isEmpty)
    }

    /// What the initiator says crosses the FIN.
    @Test(arguments: [(0.1, ["unheard"]), (30.0, [String]())])
    func aServerThatDoesNotWaitIsNamed(pause: Double, reasons: [String]) async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.segment([.fin, .ack], from: .responder, on: connection, at: pause)
        try scene.send(.initiator, on: &connection, at: pause + 0.01, acknowledged: false)
        try scene.segment([.rst, .ack], from: .responder, on: connection, at: pause + 0.02)
        #expect(try await scene.findings(Self.code).map { $0.facts["reason"] } == reasons.map { .text($0) })
    }

    @Test(arguments: [("GET", 1000, ["withinMessage"]), ("GET", 100, [String]()), ("HEAD", 1000, [])])
    func aBodyThatIsCutIsNamed(method: String, length: Int, reasons: [String]) async throws {
        let findings = try await findings { scene, connection, start in
            try scene.say("\(method) / HTTP/1.1\r\n\r\n", .initiator, on: &connection, at: start + 0.05)
            try scene.say(
                "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n", .responder, on: &connection, at: start + 0.1)
            if method == "GET" { try scene.send(.responder, on: &connection, at: start + 0.2) }
        }
        #expect(findings.map { $0.facts["reason"] } == reasons.map { .text($0) })
    }

    @Test func theInitiatorMayCloseWhenItLikes() async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        try scene.close(&connection, at: 1.1)
        #expect(try await scene.findings(Self.code).isEmpty)
    }
}
