import Foundation
import PacketCapture
import SealedChannels
import TestSupport
import Testing
import TraceModel
import WireCoding

@testable import CaptureCorrelation

/// A client of QUIC whose router gives it another port, and that goes on from another one itself then.
@Suite struct QUICPathsTests {
    private let first = Fixture.url("sealed/quic-migration.silke.pcap")
    private let second = Fixture.url("sealed/quic-migration.timo.pcapng")

    private func secrets() throws -> SessionSecrets {
        var log = KeyLog()
        log.append([UInt8](try Data(contentsOf: Fixture.url("sealed/quic-migration.keys.log"))).span)
        log.finish()
        return SessionSecrets(log: log)
    }

    private func sessions(
        _ first: CaptureFile, _ second: CaptureFile, _ secrets: SessionSecrets
    ) async throws -> [CorrelationReport.Session] {
        var correlator = CaptureCorrelator()
        correlator.secrets = secrets
        return try await correlator.correlate(first, second).sessions.filter { $0.responder.port == 9105 }
    }

    /// The packets of a file from one on.
    private func rest(of url: URL, from frame: Int) throws -> CaptureFile {
        var reader = try CaptureFile.open(path: url.path).makeReader()
        let writer = PcapWriter(linkType: .ethernet, precision: .nanoseconds)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        while let record = try reader.next() {
            guard record.frame >= frame else { continue }
            try writer.writePacket(reader.bytes, time: record.time, into: &output)
        }
        return try CaptureFile.open(bytes: output.bytes)
    }

    @Test func aConnectionThatMovesIsOneSession() async throws {
        let files = try [first, second].map { try CaptureFile.open(path: $0.path) }
        let apart = try await sessions(files[0], files[1], SessionSecrets())
        let joined = try await sessions(files[0], files[1], secrets())
        #expect(apart.count == 3 && joined.count == 1)
        let session = try #require(joined.first)
        #expect(session.transport == .quic && session.initiator.port == 40550)
        #expect(session.forward.matched == apart.reduce(0) { $0 + $1.forward.matched })
        #expect(session.backward.matched == apart.reduce(0) { $0 + $1.backward.matched })
        #expect(session.forward.lost == apart.reduce(0) { $0 + $1.forward.lost })
        #expect(session.forward.reordered == 0 && session.backward.reordered == 0)
    }

    /// What one capture shows of a connection holds in the other, which began when the client had moved.
    @Test func aCaptureThatLacksTheBeginningIsJoinedToo() async throws {
        let whole = try CaptureFile.open(path: first.path)
        for late in [40, 75] {
            let joined = try await sessions(whole, rest(of: first, from: late), secrets())
            #expect(joined.count == 1 && joined.first?.transport == .quic)
            #expect(joined.first?.initiator.port == 40550)
            let turned = try await sessions(rest(of: first, from: late), whole, secrets())
            #expect(turned.map(\.forward.matched) == joined.map(\.forward.matched))
        }
    }
}
