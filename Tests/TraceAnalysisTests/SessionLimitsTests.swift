import PacketDissection
import Testing
import WireCoding
import WireTesting

@testable import TraceAnalysis

@Suite("What a capture cannot tell of a session")
struct SessionLimitsTests {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private static let millisecond: Int64 = 1_000_000

    private func session(_ body: (inout SyntheticConnection, inout SyntheticCapture) throws -> Void) async throws
        -> Session
    {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try body(&connection, &capture)
        }
        return try #require(report.sessions.first)
    }

    @Test("The place of the capture follows from the two halves of the handshake")
    func places() async throws {
        func place(_ answer: Int64, _ acknowledgment: Int64) async throws -> Session.CapturePoint? {
            try await session { connection, capture in
                try connection.segment([.syn], [], from: .initiator, at: Self.start, in: &capture)
                connection.skip(1, from: .initiator)
                try connection.segment([.syn, .ack], [], from: .responder, at: Self.start + answer, in: &capture)
                connection.skip(1, from: .responder)
                try connection.acknowledge(from: .initiator, at: Self.start + answer + acknowledgment, in: &capture)
            }.capturePoint
        }
        #expect(try await place(20 * Self.millisecond, 50_000) == .initiator)
        #expect(try await place(60_000, 20 * Self.millisecond) == .responder)
        #expect(try await place(9 * Self.millisecond, 11 * Self.millisecond) == .middle)
        // Both ends on one machine.
        #expect(try await place(30_000, 20_000) == nil)
    }

    /// Probes that come back after a millisecond, captured beside the responder: the network takes 20 ms more.
    @Test("Beside the host that answers, round trips are that host's delay and the session says so")
    func answersBesideTheCapture() async throws {
        let session = try await session { connection, capture in
            try connection.segment([.syn], [], from: .initiator, at: Self.start, in: &capture)
            connection.skip(1, from: .initiator)
            try connection.segment([.syn, .ack], [], from: .responder, at: Self.start + 60_000, in: &capture)
            connection.skip(1, from: .responder)
            try connection.acknowledge(from: .initiator, at: Self.start + 20 * Self.millisecond, in: &capture)
            for number in 0..<8 as Range<Int64> {
                let time = Self.start + (50 + 30 * number) * Self.millisecond
                let probe = [UInt8](repeating: 0x80 + UInt8(number), count: 8)
                try connection.send(probe, from: .initiator, at: time, in: &capture)
                try connection.send(probe, from: .responder, at: time + Self.millisecond, in: &capture)
            }
        }
        #expect(session.application == .echo && session.capturePoint == .responder)
        #expect(session.applicationRTT.median == 0.001)
        let limit = try #require(session.limits.first { $0.reason == .capturePoint })
        #expect(
            limit.metrics == [
                "applicationRTT", "jitter", "forward.applicationRTT", "forward.jitter", "forward.transportRTT",
            ])
        #expect(limit.message.hasPrefix("Taken at the responder, which answers what it receives at once"))
    }

    @Test("Datagrams that are answered within a millisecond may be those of a capture beside the host that answers")
    func shortRoundTripsOfDatagrams() async throws {
        func limits(_ delay: Int64) async throws -> [Session.MetricLimit] {
            try await session { _, capture in
                for number in 0..<8 as Range<Int64> {
                    let (time, probe) = (
                        Self.start + 30 * number * Self.millisecond, [UInt8](repeating: 0x81, count: 8)
                    )
                    let stamp = Array(probe.dropLast()) + [UInt8(number)]
                    let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
                    try capture.append(udpFrom: 50000, to: 7000, payload: stamp, from: one, to: other, at: time)
                    try capture.append(udpFrom: 7000, to: 50000, payload: stamp, from: other, to: one, at: time + delay)
                }
            }.limits
        }
        #expect(try await limits(Self.millisecond / 8).map(\.metrics) == [["applicationRTT", "jitter"]])
        #expect(try await limits(2 * Self.millisecond).isEmpty)
    }

    @Test("Data without acknowledgment numbers supports no round trips and no retransmissions")
    func noAcknowledgments() async throws {
        let session = try await session { connection, capture in
            try connection.open(at: Self.start, in: &capture)
            for number in 0..<10 as Range<Int64> {
                let time = Self.start + (10 + number) * Self.millisecond
                try connection.segment([.psh], [1, 2, 3], from: .initiator, at: time, in: &capture)
                connection.skip(3, from: .initiator)
            }
        }
        #expect(session.limits.contains { $0.reason == .noAcknowledgments })
        #expect(session.forward.retransmittedPackets == nil && session.forward.transportRTT.count == 0)
        #expect(session.forward.payloadBytes == 30)
    }

    @Test("Segments that no network carries are told as the interface's")
    func offload() async throws {
        let session = try await session { connection, capture in
            try connection.open(at: Self.start, in: &capture)
            try connection.send(
                [UInt8](repeating: 1, count: 16_000), from: .initiator, at: Self.start + 5 * Self.millisecond,
                in: &capture)
        }
        #expect(session.limits.contains { $0.reason == .segmentationOffload && $0.message.contains("16000") })
    }

    @Test("A capture that began later has no handshake, and says so")
    func midstream() async throws {
        let session = try await session { connection, capture in
            try connection.send([1], from: .initiator, at: Self.start, in: &capture)
            try connection.acknowledge(from: .responder, at: Self.start + 1, in: &capture)
        }
        #expect(session.limits.contains { $0.reason == .midstream })
        #expect(session.handshakeRTT == nil)
    }

    @Test("A plain session has no limits but those of its place")
    func plain() async throws {
        let session = try await session { connection, capture in
            try connection.open(at: Self.start, in: &capture)
            try connection.send([1], from: .initiator, at: Self.start + 5 * Self.millisecond, in: &capture)
            try connection.close(at: Self.start + 9 * Self.millisecond, in: &capture)
        }
        #expect(session.capturePoint == .middle)
        #expect(session.limits.isEmpty)
    }
}
