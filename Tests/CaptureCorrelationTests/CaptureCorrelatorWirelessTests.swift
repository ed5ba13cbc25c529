import PacketCapture
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

/// What the correlator makes of a capture of the air.
@Suite struct CaptureCorrelatorWirelessTests {
    /// The same packets on the air: each behind another one in an aggregate, and each frame sent twice.
    private func aggregates(of capture: [UInt8]) throws -> [UInt8] {
        let other = try AggregateFrame.packets(
            of: SyntheticTrace.capture { capture in
                try capture.append(
                    udpFrom: 9, to: 9, payload: [1, 2, 3], from: SyntheticTrace.anna, to: SyntheticTrace.everybody,
                    at: SyntheticTrace.second)
            }.bytes)
        var air = SyntheticCapture.ofRadio
        for (number, packet) in try AggregateFrame.packets(of: capture).enumerated() {
            let frame = AggregateFrame.bytes(
                AggregateFrame.body([other[0].bytes, packet.bytes]), number: UInt16(number))
            try air.append(frame, at: packet.time)
            try air.append(SyntheticRadioFrame.retransmitted(frame), at: packet.time + 200_000)
        }
        return air.bytes
    }

    @Test func everySubframeIsComparedAndNothingTwice() async throws {
        // The second of Anna's is lost behind the radio, the third of Bert's before it.
        let files = try TwoPoints().captures(of: TwoPoints.echo(10)) { [3, 6].contains($0) ? .lost : .arrives }
        let wired = try await CaptureCorrelator().correlate(.open(bytes: files.a), .open(bytes: files.b))
        let report = try await CaptureCorrelator().correlate(
            .open(bytes: aggregates(of: files.a)), .open(bytes: files.b))
        let session = try TwoPoints.onlySession(report)
        #expect((session.forward.sent, session.forward.received, session.forward.lost) == (10, 9, 1))
        #expect((session.backward.sent, session.backward.received, session.backward.lost) == (10, 9, 1))
        #expect(session.forward.duplicated == 0 && session.backward.duplicated == 0)
        #expect(session.forward.oneWayDelay == (try TwoPoints.onlySession(wired).forward.oneWayDelay))
        // The second packet of A, each of which is two frames on the air.
        #expect(session.forward.lostFrames == [3])
        #expect(report.captures.map(\.packets) == [38, 19])
    }

    @Test func whatAnAccessPointPassesOnIsComparedOnce() async throws {
        let files = try TwoPoints().captures(of: TwoPoints.echo(10)) { $0 == 3 ? .lost : .arrives }
        let report = try await CaptureCorrelator().correlate(
            .open(bytes: AccessPointAir.capture(of: files.a)), .open(bytes: files.b))
        let session = try TwoPoints.onlySession(report)
        #expect((session.forward.sent, session.forward.received, session.forward.lost) == (10, 9, 1))
        #expect((session.backward.sent, session.backward.received, session.backward.lost) == (10, 10, 0))
        #expect(session.forward.duplicated == 0 && session.backward.duplicated == 0)
    }

    @Test func whatCameInFragmentsIsComparedWhole() async throws {
        let files = try TwoPoints().captures(of: TwoPoints.echo(10)) { $0 == 3 ? .lost : .arrives }
        var air = SyntheticCapture.ofRadio
        for (number, packet) in try AggregateFrame.packets(of: files.b).enumerated() {
            let frame = AggregateFrame.bytes(AggregateFrame.body([packet.bytes]), number: UInt16(number))
            for (place, fragment) in SyntheticRadioFrame.fragments(of: frame, every: 64).enumerated() {
                try air.append(fragment, at: packet.time + Int64(place) * 100_000)
            }
        }
        let report = try await CaptureCorrelator().correlate(
            .open(bytes: files.a), .open(bytes: air.bytes))
        let session = try TwoPoints.onlySession(report)
        #expect((session.forward.sent, session.forward.received, session.forward.lost) == (10, 9, 1))
        #expect((session.backward.sent, session.backward.received, session.backward.lost) == (10, 10, 0))
    }
}
