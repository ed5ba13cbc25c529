import PacketDissection
import Testing
import TraceModel
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

    @Test func connectionsFarApartAreNoRow() async throws {
        #expect(try await findings(6, every: 60).isEmpty)
    }
}
