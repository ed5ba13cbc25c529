import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UndeliveredDataRuleTests {
    /// Bert's answer never arrives. He sends it again at these times, and at others Anna says that she still waits for it.
    private func findings(
        length: Int = 1400, _ times: [Double], waiting: [Double], closes: Double? = nil, arrives: Double? = nil
    ) async throws -> [Finding] {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        let before = connection
        let answer = [UInt8](repeating: 7, count: length)
        try scene.segment([.psh, .ack], answer, from: .responder, on: connection, at: 2)
        connection.skip(length, from: .responder)
        for time in (times.map { ($0, true) } + waiting.map { ($0, false) }).sorted(by: { $0.0 < $1.0 }) {
            if time.1 {
                try scene.segment([.psh, .ack], answer, from: .responder, on: before, at: time.0)
            } else {
                try scene.segment([.ack], from: .initiator, on: before, at: time.0)
            }
        }
        if let closes {
            // The first connection of the scene: its sequence numbers are known.
            let header = TCPHeader(
                sourcePort: 50000, destinationPort: 80, sequenceNumber: 1_001_101,
                acknowledgmentNumber: 1_001_000 &+ 0x4000_0000 &+ 1, flags: [.ack], window: 0)
            try scene.append(header, from: .anna, to: .bert, at: closes)
        }
        if let arrives { try scene.segment([.ack], from: .initiator, on: connection, at: arrives) }
        return try await scene.findings("data-undelivered")
    }

    @Test func largePacketsThatNeverArriveAreNamed() async throws {
        let findings = try await findings([2.3, 2.9, 4.1, 6.5], waiting: [3.5, 7])
        #expect(
            findings.map(\.message) == [
                "10.0.0.1 never acknowledged data from 10.0.0.2 port 80, although it kept responding: 4 retransmissions of up "
                    + "to 1400 bytes over 4.200 s."
            ])
        #expect(findings[0].severity == .note && findings[0].reference == "RFC 2923 §2.1")
        #expect(findings[0].facts["by"] == .text("responder") && findings[0].facts["length"] == .number(1400))
        #expect(findings[0].frames == [7, 11])
    }

    @Test func afterTenSecondsNobodyWaits() async throws {
        #expect(try await findings([2.3, 2.9, 4.1, 6.5, 11, 21], waiting: [3.5, 22]).map(\.severity) == [.warning])
    }

    @Test func smallPacketsHaveAnotherCause() async throws {
        let findings = try await findings(length: 100, [2.3, 2.9, 4.1, 6.5], waiting: [7])
        #expect(findings.map(\.reference) == ["RFC 9293 §3.8.3"])
    }

    @Test func whatArrivesInTheEndWasDelivered() async throws {
        #expect(try await findings([2.3, 2.9, 4.1, 6.5], waiting: [3.5], arrives: 7).isEmpty)
    }

    @Test func whoIsGoneAcknowledgesNothing() async throws {
        #expect(try await findings([2.3, 2.9, 4.1, 6.5], waiting: []).isEmpty)
    }

    /// Anna's upload: Bert has the short end of it, asks for the rest, and hears nothing more.
    @Test(arguments: [(1400, ["data-undelivered"]), (100, ["peer-vanished"])])
    func whoAsksForLargePacketsIsNotGone(length: Int, codes: [String]) async throws {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        let before = connection
        let large = [UInt8](repeating: 7, count: length)
        try scene.segment([.ack], large, from: .initiator, on: connection, at: 2)
        connection.skip(length, from: .initiator)
        try scene.segment([.psh, .ack], [1, 2, 3], from: .initiator, on: connection, at: 2)
        try scene.segment([.ack], from: .responder, on: before, at: 2.01)
        for time in [2.3, 2.9, 4.1, 6.5] { try scene.segment([.ack], large, from: .initiator, on: before, at: time) }
        let findings = try await scene.report().findings.map(\.code.rawValue)
        #expect(findings.filter { ["data-undelivered", "peer-vanished"].contains($0) } == codes)
    }

    @Test func whoHasNoRoomAcknowledgesNothing() async throws {
        #expect(try await findings([2.3, 2.9, 4.1, 6.5], waiting: [3.5], closes: 7).isEmpty)
    }

    @Test func threeSecondsMayBeChance() async throws {
        #expect(try await findings([2.3, 2.9, 4.1], waiting: [5]).isEmpty)
    }
}
