import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ApplicationEvidenceTests {
    /// A connection whose ends send these pieces in turn.
    private func session(_ pieces: [[UInt8]]) async throws -> Session {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: 0, in: &capture)
            for (index, piece) in pieces.enumerated() {
                try connection.send(
                    piece, from: index.isMultiple(of: 2) ? .initiator : .responder,
                    at: SyntheticTrace.second * Int64(index + 1), in: &capture)
            }
        }
        return try #require(report.sessions.first)
    }

    private func sealed(_ seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return [0x92, 0x00] + generator.bytes(160)
    }

    /// A HomeKit accessory and its controller: pair-verify in plain text, then the session's own encryption.
    @Test func aConnectionThatTurnsEncryptedIsNotCalledUnencrypted() async throws {
        let request = [UInt8]("POST /pair-verify HTTP/1.1\r\nContent-Length: 2\r\n\r\n".utf8) + [6, 1]
        let answer = [UInt8]("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8) + [6, 1, 4]
        let plain = try await session([request, answer, request, answer])
        #expect(plain.evidence == "unencrypted HTTP" && plain.decrypted == nil)
        let sealed = try await session([request, answer, sealed(1), sealed(2)])
        #expect(sealed.application == .unknown && sealed.evidence == "unencrypted HTTP, then encrypted")
        #expect(sealed.decrypted == false)
        // One side alone may have been read wrongly.
        let oneSided = try await session([request, answer, self.sealed(1), answer])
        #expect(oneSided.evidence == "unencrypted HTTP")
    }

    @Test func aRequestThatHidesItsVersionIsNamedByItsAnswer() async throws {
        let path = "GET /" + String(repeating: "a", count: 80) + " RTSP/1.0\r\nCSeq: 1\r\n\r\n"
        let session = try await session([[UInt8](path.utf8), [UInt8]("RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n".utf8)])
        #expect(session.evidence == "unencrypted RTSP")
    }
}
