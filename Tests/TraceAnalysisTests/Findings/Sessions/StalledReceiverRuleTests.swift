import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct StalledReceiverRuleTests {
    /// Bert's window is closed from 2 s on; Anna asks at these times whether it is open.
    private func findings(
        probes: [Double], acknowledgments: [Double] = [], opens: Double?
    ) async throws -> [Finding] {
        var scene = FailureScene()
        let connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        // The first connection of the scene: its sequence numbers are known.
        func window(_ size: UInt16) -> TCPHeader {
            TCPHeader(
                sourcePort: 80, destinationPort: 50000, sequenceNumber: 1_001_000 &+ 0x4000_0000 &+ 1,
                acknowledgmentNumber: 1_001_001, flags: [.ack], window: size)
        }
        try scene.append(window(0), from: .bert, to: .anna, at: 2)
        // As Linux probes: without data, the last byte's number once more.
        var earlier = connection
        earlier.skip(-1, from: .initiator)
        for probe in probes { try scene.segment([.ack], from: .initiator, on: earlier, at: probe) }
        for time in acknowledgments { try scene.segment([.ack], from: .initiator, on: connection, at: time) }
        if let opens { try scene.append(window(1000), from: .bert, to: .anna, at: opens) }
        return try await scene.findings("receiver-stalled")
    }

    @Test func aWindowThatStaysClosedIsTheReceiversFault() async throws {
        let findings = try await findings(probes: [2.2, 2.6, 3.4], opens: 4.5)
        #expect(findings.map(\.message) == ["10.0.0.2 port 80 had no room for the data of 10.0.0.1 for 2.500 s."])
        #expect(findings[0].frames == [4, 8] && findings[0].severity == .note)
    }

    @Test func tenSecondsToTheEndAreAWarning() async throws {
        #expect(try await findings(probes: [2.2, 8, 12], opens: nil).map(\.severity) == [.warning])
    }

    /// A player that has enough for now.
    @Test func aPauseThatEndsIsANote() async throws {
        #expect(try await findings(probes: [2.2, 8], opens: 14).map(\.severity) == [.note])
    }

    @Test func oneThatNeverOpensLastsAsLongAsTheProbes() async throws {
        let findings = try await findings(probes: [2.2, 2.6, 5], opens: nil)
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 80 had no room for the data of 10.0.0.1 for 3.000 s, and had none to the end."
            ])
    }

    @Test func nobodyWaitsWithoutProbes() async throws {
        #expect(try await findings(probes: [], opens: 60).isEmpty)
    }

    @Test func whoOnlyAcknowledgesHasNothingToSend() async throws {
        #expect(try await findings(probes: [], acknowledgments: [3, 10, 30, 60], opens: 61).isEmpty)
    }

    @Test func aBusyMomentIsNoStall() async throws {
        #expect(try await findings(probes: [2.2], opens: 2.5).isEmpty)
    }
}
