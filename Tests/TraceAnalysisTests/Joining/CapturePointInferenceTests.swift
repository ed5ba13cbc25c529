import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct CapturePointInferenceTests {
    private typealias Trace = SyntheticTrace

    /// Where a handshake with its parts at these times was captured.
    private func place(syn: Int64 = 0, answer: Int64, established: Int64) async throws -> Session.CapturePoint? {
        let report = try await Trace.report {
            var connection = Trace.connection()
            try connection.segment([.syn], [], from: .initiator, at: syn, in: &$0)
            connection.skip(1, from: .initiator)
            try connection.segment([.syn, .ack], [], from: .responder, at: answer, in: &$0)
            connection.skip(1, from: .responder)
            try connection.segment([.ack], [], from: .initiator, at: established, in: &$0)
        }
        return report.sessions.first?.capturePoint
    }

    /// In microseconds: when the answer came, when it was acknowledged.
    @Test(
        arguments: [
            (400, 500, .initiator), (399, 499, .middle), (100, 500, .responder), (101, 500, .middle),
            // Both within a host.
            (199, 200, nil), (200, 201, .initiator), (1, 200, nil), (1, 201, .responder),
        ] as [(Int64, Int64, Session.CapturePoint?)])
    func answersAtOnceAreThoseOfTheHostBeside(
        answer: Int64, established: Int64, expected: Session.CapturePoint?
    ) async throws {
        #expect(try await place(answer: answer * 1000, established: established * 1000) == expected)
    }

    /// What a file says of times may be anything: products of such spans overflow.
    @Test func timesMayLieFarApart() async throws {
        // The ends of what a pcap file can say: quadruple their distance is more than 64 bits hold.
        let (earliest, latest) = (Int64(0), 0xFFFF_FFFF * Trace.second)
        #expect(try await place(syn: earliest, answer: latest, established: latest) == .initiator)
        #expect(try await place(syn: earliest, answer: earliest, established: latest) == .responder)
        #expect(try await place(syn: earliest, answer: latest / 2, established: latest) == .middle)
        // Clocks that were set back tell nothing.
        #expect(try await place(syn: latest, answer: earliest, established: latest) == nil)
    }
}
