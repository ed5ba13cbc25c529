import PacketDissection
import Testing
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

    @Test func initialSequenceNumbersAreThoseOfTheSYNs() async throws {
        let both = try await session([(.initiator, [.syn], []), (.responder, [.syn, .ack], [])])
        #expect(both.initialSequenceNumbers == .init(forward: 0x0102_0304, backward: 0x4102_0304))
        let one = try await session([(.initiator, [.syn], [])])
        #expect(one.initialSequenceNumbers == .init(forward: 0x0102_0304, backward: nil))
    }
}
