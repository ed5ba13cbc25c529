import Foundation
import PacketCapture
import SealedChannels
import TestSupport
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// Sessions of which the capture lacks the hellos, or has damaged records: what is whole is opened.
@Suite struct TLSMissingPacketsTests {
    /// A fixture without some of its frames, and with one byte of a frame's end changed.
    private func session(
        _ name: String, keys: String, without missing: ClosedRange<Int>? = nil, damaged: Int? = nil,
        changingKeys: ([Substring]) -> [Substring] = { $0 }
    ) async throws -> Session {
        let writer = PcapWriter(linkType: .ethernet)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        var reader = try CaptureFile.open(path: Fixture.url("sealed/\(name).pcap").path).makeReader()
        while let record = try reader.next() {
            if missing?.contains(record.frame) == true { continue }
            var bytes = reader.bytes.copied()
            if record.frame == damaged { bytes[bytes.count - 20] ^= 1 }
            try writer.writePacket(
                bytes.span, time: record.time, originalLength: record.originalLength, into: &output)
        }
        let lines = try String(contentsOf: Fixture.url("sealed/\(keys).keys.log"), encoding: .utf8).split(
            separator: "\n")
        var secrets = SessionSecrets()
        secrets.log.append(Array(changingKeys(lines).joined(separator: "\n").utf8).span)
        secrets.log.finish()
        let report = try await TraceAnalyzer(workers: 1, secrets: secrets).analyze(
            CaptureFile.open(bytes: output.bytes))
        return try #require(report.sessions.first { $0.transport == .tcp && $0.decrypted != nil })
    }

    private func ada(without missing: ClosedRange<Int>? = nil, damaged: Int? = nil) async throws -> Session {
        try await session("tls13-aes128.ada", keys: "tls13-aes128", without: missing, damaged: damaged)
    }

    /// The client's hello, the server's with the beginning of its sealed messages, both, and the beginning of the connection.
    @Test(arguments: [17...17, 19...19, 17...19, 14...17, 1...19])
    func withoutHellosTheDataIsOpened(missing: ClosedRange<Int>) async throws {
        let (whole, session) = (try await ada(), try await ada(without: missing))
        #expect(session.decrypted == true && session.tls?.sealedReason == nil)
        #expect(session.tls?.keys == .keyLog)
        #expect(session.application == .mesh)
        for (side, other) in [(session.forward, whole.forward), (session.backward, whole.backward)] {
            #expect(side.plaintextBytes == other.plaintextBytes && side.sealedRecords == 0)
            #expect(side.messages == other.messages)
        }
    }

    /// The client is who was answered, whatever port it has.
    @Test func theServersHelloShowsWhoTheClientIs() async throws {
        let session = try await ada(without: 14...17)
        #expect(session.forward.plaintextBytes ?? 0 > 0 && session.backward.plaintextBytes ?? 0 > 0)
    }

    @Test func aDamagedRecordLeavesTheOthersOpen() async throws {
        let (whole, session) = (try await ada(), try await ada(damaged: 22))
        #expect(session.decrypted == false)
        #expect(session.forward.sealedRecords == 1)
        #expect(session.forward.openedRecords == (whole.forward.openedRecords ?? 0) - 1)
        #expect(session.backward.openedRecords == whole.backward.openedRecords)
    }

    /// What the keys of the first handshake open counts, although those of the next one are missing.
    @Test func halfOfARenegotiatedSessionIsOpened() async throws {
        let whole = try await session("tls12-renegotiation", keys: "tls12-renegotiation")
        let session = try await session("tls12-renegotiation", keys: "tls12-renegotiation") { Array($0.prefix(2)) }
        #expect(whole.decrypted == true && session.decrypted == false)
        let (opened, all) = (try #require(session.forward.plaintextBytes), try #require(whole.forward.plaintextBytes))
        #expect(opened > 0 && opened < all)
        #expect(session.forward.keyUpdates == 0)
        // The ChangeCipherSpec of a renegotiation is sealed too.
        let (records, allRecords) = (session.forward, whole.forward)
        #expect(
            (records.openedRecords ?? 0) + (records.sealedRecords ?? 0)
                == (allRecords.openedRecords ?? 0) + (allRecords.sealedRecords ?? 0))
    }
}
