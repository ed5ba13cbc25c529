import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct SessionBuilderTests {
    private typealias Trace = SyntheticTrace

    /// The one session of segments, each with who sends it, one a second.
    private func session(
        _ segments: [(SyntheticConnection.Side, TCPFlags, [UInt8])]
    ) async throws -> Session {
        let report = try await Trace.report {
            var connection = Trace.connection(initialSequence: 0x0102_0304)
            for (number, (side, flags, payload)) in segments.enumerated() {
                try connection.segment(flags, payload, from: side, at: Int64(number) * Trace.second, in: &$0)
                connection.skip(payload.count + (flags.contains(.syn) ? 1 : 0), from: side)
            }
        }
        return try #require(report.sessions.first)
    }

    @Test func handshakeThatWasNotFinishedIsHalfOpen() async throws {
        let opening: [(SyntheticConnection.Side, TCPFlags, [UInt8])] = [
            (.initiator, [.syn], []), (.responder, [.syn, .ack], []),
        ]
        let half = try await session(opening)
        #expect(half.handshake == .halfOpen && half.established == nil && half.ending == .captureEnd)
        // As a port scan does it.
        let reset = try await session(opening + [(.initiator, [.rst], [])])
        #expect(reset.handshake == .halfOpen && reset.ending == .reset)
        let complete = try await session(opening + [(.initiator, [.ack], [])])
        #expect(complete.handshake == .complete && complete.established == 2)
    }

    @Test func handshakeWithoutAnAnswer() async throws {
        #expect(try await session([(.initiator, [.syn], [])]).handshake == .unanswered)
        let refused = try await session([(.initiator, [.syn], []), (.responder, [.rst, .ack], [])])
        #expect(refused.handshake == .refused && refused.ending == .refused)
    }

    @Test func whatTheCaptureDoesNotTellOfAHandshakeIsNil() async throws {
        let midstream = try await session([(.initiator, [.ack], [1]), (.responder, [.ack], [])])
        #expect(midstream.handshake == nil && midstream.initialSequenceNumbers == nil)
        // Who goes on had an answer, which took another way.
        let oneWay = try await session([(.initiator, [.syn], []), (.initiator, [.ack], []), (.initiator, [.ack], [1])])
        #expect(oneWay.handshake == nil && oneWay.ending == .unanswered)
    }

    /// Round trips of 5, 13, 9 and 9 ms: J = 0, 8 / 16, then 0.5 + (4 − 0.5) / 16 and 15 / 16 of that.
    @Test func jitterFollowsItsFormulas() async throws {
        let millisecond: Int64 = 1_000_000
        let report = try await Trace.report { capture in
            for (number, roundTrip) in [5, 13, 9, 9].enumerated() as EnumeratedSequence<[Int64]> {
                let time = Int64(number) * 100 * millisecond
                let probe = [UInt8(number + 1), 2, 3, 4, 5, 6, 7, 8]
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: probe, from: Trace.anna, to: Trace.bert, at: time)
                try capture.append(
                    udpFrom: 7000, to: 50000, payload: probe, from: Trace.bert, to: Trace.anna,
                    at: time + roundTrip * millisecond)
            }
        }
        let session = try #require(report.sessions.first)
        #expect(session.application == .echo && session.applicationRTT.count == 4)
        #expect(session.jitter.meanAbsoluteDifference == 0.004)
        #expect(try abs(#require(session.jitter.rfc3550) - 0.000_673_828_125) < 1e-9)
    }

    @Test func initialSequenceNumbersAreThoseOfTheSYNs() async throws {
        let both = try await session([(.initiator, [.syn], []), (.responder, [.syn, .ack], [])])
        #expect(both.initialSequenceNumbers == .init(forward: 0x0102_0304, backward: 0x4102_0304))
        let one = try await session([(.initiator, [.syn], [])])
        #expect(one.initialSequenceNumbers == .init(forward: 0x0102_0304, backward: nil))
    }
}
