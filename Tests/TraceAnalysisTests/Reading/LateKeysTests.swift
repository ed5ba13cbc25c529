import Foundation
@testable import PacketCapture
import Platform
import SealedChannels
import TestSupport
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// A log that grows while a capture is read from a pipe.
@Suite struct LateKeysTests {
    /// Without the ends of the connection, behind which nothing waits any more.
    private let bytes: [UInt8]
    private let lines: [Substring]

    init() throws {
        bytes = try [UInt8](Data(contentsOf: Fixture.url("sealed/tls13-aes128.ada.pcap")).prefix(18_423))
        lines = try String(contentsOf: Fixture.url("sealed/tls13-aes128.keys.log"), encoding: .utf8)
            .split(separator: "\n")
    }

    /// Reads the capture in pieces of some packets, and adds lines of the log before each.
    private func session(_ next: @escaping @Sendable (_ call: Int, _ isLast: Bool) -> [Substring]) async throws
        -> Session
    {
        var analyzer = TraceAnalyzer(workers: 2)
        analyzer.secrets.isGrowing = true
        analyzer.secrets.hasLogs = true
        let calls = Locked(0)
        analyzer.secretsUpdate = { secrets, isLast in
            let call = calls.withLock { count in
                count += 1
                return count
            }
            secrets.log.append(Array(next(call, isLast).map { $0 + "\n" }.joined().utf8).span)
            if isLast { secrets.isGrowing = false }
        }
        let pieces = stride(from: 0, to: bytes.count, by: 2000).map {
            Array(bytes[$0..<min($0 + 2000, bytes.count)])
        }
        let report = try await analyzer.analyze(CaptureFile.open(ByteStream(pieces: pieces), path: "-"))
        return try #require(report.sessions.first { $0.tls != nil })
    }

    @Test func keysThatComeAfterTheLastPacketOpenWhatWaits() async throws {
        let session = try await session { [lines] _, isLast in isLast ? lines : [] }
        #expect(session.tls?.keys == .keyLog && session.forward.openedRecords ?? 0 > 0)
    }

    /// An endpoint writes the secrets of its handshake before those of its data.
    @Test func secretsOfTheHandshakeMayComeLongBeforeThoseOfTheData() async throws {
        let session = try await session { [lines] call, isLast in
            if call == 1 { return lines.filter { $0.contains("HANDSHAKE") } }
            return isLast ? lines.filter { !$0.contains("HANDSHAKE") } : []
        }
        #expect(session.decrypted == true && session.application == .mesh)
    }
}
