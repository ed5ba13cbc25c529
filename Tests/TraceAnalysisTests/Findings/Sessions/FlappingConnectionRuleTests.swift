import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct FlappingConnectionRuleTests {
    /// Connections that Bert resets instead of answering, one after the other.
    private func findings(_ count: Int, every pause: Double = 2) async throws -> [Finding] {
        var scene = FailureScene()
        for number in 0..<count {
            let start = Double(number) * pause
            var connection = try scene.connect(.anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try scene.send(.initiator, on: &connection, at: start + 0.1)
            try scene.segment([.rst, .ack], from: .responder, on: connection, at: start + 0.5)
        }
        return try await scene.findings("connection-flapping")
    }

    @Test func fourInARowAreANoteAndTenAWarning() async throws {
        #expect(try await findings(3).isEmpty)
        let findings = try await findings(4)
        #expect(
            findings.map(\.message) == [
                "10.0.0.1 connected to 10.0.0.2 port 80 4 times in a row, and each connection broke soon, "
                    + "half of them within 0.500 s."
            ])
        #expect(findings[0].severity == .note)
        #expect(try await self.findings(10).map(\.severity) == [.warning])
    }

    /// Bert greets, and gives up before Anna has asked anything.
    @Test func aServerThatGivesUpAfterItsGreetingFlaps() async throws {
        var scene = FailureScene()
        for number in 0..<12 {
            let start = Double(number)
            var connection = try scene.connect(.anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try scene.send(.responder, on: &connection, at: start + 0.1)
            try scene.segment([.rst, .ack], from: .responder, on: connection, at: start + 0.5)
        }
        #expect(try await scene.findings("connection-flapping").map(\.severity) == [.warning])
    }

    /// As web pages are fetched: one question and one answer each, and a FIN or a reset after all was said.
    @Test(arguments: [true, false]) func shortConnectionsThatHaveAllTheyWantedAreFine(finish: Bool) async throws {
        var scene = FailureScene()
        for number in 0..<20 {
            let start = Double(number)
            var connection = try scene.connect(.anna, to: .bert, port: 80, localPort: 50000 + UInt16(number), at: start)
            try scene.send(.initiator, on: &connection, at: start + 0.1)
            try scene.send(.responder, on: &connection, at: start + 0.2)
            if finish {
                try scene.close(&connection, at: start + 0.3)
            } else {
                try scene.segment([.rst, .ack], from: .responder, on: connection, at: start + 0.3)
            }
        }
        #expect(try await scene.findings("connection-flapping").isEmpty)
    }

    /// Twenty of five endpoints are four in a row at each.
    @Test func whatIsInARowIsCountedByEndpoint() async throws {
        var scene = FailureScene()
        for number in 0..<20 {
            let start = Double(number)
            var connection = try scene.connect(
                .anna, to: .bert, port: 80 + UInt16(number % 5), localPort: 50000 + UInt16(number), at: start)
            try scene.send(.initiator, on: &connection, at: start + 0.1)
            try scene.segment([.rst, .ack], from: .responder, on: connection, at: start + 0.5)
        }
        #expect(try await scene.findings("connection-flapping").map(\.severity) == [.note])
    }

    @Test func connectionsFarApartAreNoRow() async throws {
        #expect(try await findings(6, every: 60).isEmpty)
    }
}
