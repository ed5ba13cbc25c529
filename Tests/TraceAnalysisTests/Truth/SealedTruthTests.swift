import Foundation
import Platform
import SealedChannels
import TestSupport
import Testing
import TraceModel
import WireCoding

@testable import PacketCapture
@testable import TraceAnalysis

/// Sealed captures of real peers, whose own records say what was inside.
@Suite struct SealedTruthTests {
    private func sessions(_ capture: String, keys: String? = nil) async throws -> [Session] {
        let folder = Fixture.url("sealed")
        let file = try CaptureFile.open(path: folder.appending(path: capture).path)
        var secrets = SessionSecrets()
        if let keys {
            secrets.log.append([UInt8](try Data(contentsOf: folder.appending(path: keys))).span)
            secrets.log.finish()
        }
        return try await TraceAnalyzer(workers: 2, secrets: secrets).analyze(file).sessions.filter { $0.tls != nil }
    }

    @Test func aMeshOverTLSIsReadAsInTheClear() async throws {
        let session = try #require(try await sessions("tls13-aes128.ada.pcap", keys: "tls13-aes128.keys.log").first)
        #expect(session.application == .mesh && session.decrypted == true)
        #expect(session.tls?.keys == .keyLog && session.tls?.sealedReason == nil)
        #expect(session.tls?.certificateNames == ["server.peer.local", "server.peer.local"])
        #expect(session.forward.openedRecords == 21 && session.forward.sealedRecords == 0)
        #expect(session.forward.plaintextBytes == 4294 && session.backward.plaintextBytes == 3795)
        #expect(session.forward.messages == 19 && session.backward.messages == 19)
        #expect(session.applicationRTT.count == 12)
        #expect(session.identified != nil)
    }

    @Test func secretsInTheCaptureAreKeys() async throws {
        let session = try #require(try await sessions("tls13-aes128.ben-keys.pcapng").first)
        #expect(session.decrypted == true && session.tls?.keys == .capture)
        #expect(session.forward.messages == 19)
    }

    @Test func withoutKeysRecordsAreCounted() async throws {
        let session = try #require(try await sessions("tls13-aes128.ada.pcap").first)
        #expect(session.application == .tls && session.decrypted == false)
        #expect(session.tls?.keys == Session.TLS.Keys.none && session.tls?.sealedReason == .noKeys)
        #expect(session.forward.openedRecords == 0 && session.forward.sealedRecords == 21)
        #expect(session.forward.plaintextBytes == nil && session.forward.keyUpdates == nil)
    }

    @Test func keysOfOthersOpenNothing() async throws {
        let session = try #require(try await sessions("tls13-aes128.ada.pcap", keys: "quic-0rtt.keys.log").first)
        #expect(session.decrypted == false && session.tls?.sealedReason == .noKeys)
        #expect(session.forward.openedRecords == 0)
    }

    /// The client's router gives it another port at first, then it goes on from another one itself.
    @Test func aConnectionOfQUICThatMovesIsOneSession() async throws {
        let sessions = try await sessions("quic-migration.silke.pcap", keys: "quic-migration.keys.log")
        let session = try #require(sessions.first)
        #expect(sessions.count == 1)
        #expect(session.initiator.port == 40550)
        #expect(session.quic?.migrations?.map(\.from.port) == [40550, 50111])
        #expect(session.quic?.migrations?.map(\.to.port) == [50111, 50222])
        #expect(session.quic?.migrations?.map(\.frame) == [36, 69])
        #expect(session.forward.messages == 19 && session.backward.messages == 13)
        #expect(session.quic?.lost == .init(forward: 0, backward: 0))
    }

    @Test func keysOfQUICAreUpdated() async throws {
        let session = try #require(
            try await sessions("quic-retry-keyupdate.petra.pcap", keys: "quic-retry-keyupdate.keys.log").first)
        #expect(session.application == .mesh && session.transport == .quic && session.decrypted == true)
        #expect(session.forward.keyUpdates == 3 && session.backward.keyUpdates == 3)
        #expect(session.quic?.retry == true && session.quic?.zeroRTT == Session.QUIC.ZeroRTT.none)
        #expect(session.forward.payloadBytes == 4097 && session.backward.payloadBytes == 3791)
        #expect(session.quic?.streams?.map(\.id) == [0])
        #expect(session.quic?.closeReason == .init(code: 0, frameType: nil, text: "", by: .initiator))
        #expect(session.ending == .close)
    }

    @Test func earlyDataOfQUICIsRead() async throws {
        let sessions = try await sessions("quic-0rtt.ulla.pcap", keys: "quic-0rtt.keys.log")
        #expect(sessions.map(\.forward.messages) == [1, 9, 7])
        #expect(sessions[1].quic?.zeroRTT == .accepted)
        #expect(sessions[1].forward.plaintextBytes == 1589)
    }

    /// Among them a connection that moves to the flow of another worker, which is noticed, and connections that do not.
    @Test func theNumberOfWorkersIsInNoReport() async throws {
        let folder = Fixture.url("sealed")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var secrets = SessionSecrets()
        for name in files where name.hasSuffix(".keys.log") {
            secrets.log.append([UInt8](try Data(contentsOf: folder.appending(path: name))).span)
            secrets.log.finish()
        }
        let captures = files.filter { $0.hasSuffix(".pcap") || $0.hasSuffix(".pcapng") }.map {
            folder.appending(path: $0).path
        }
        #expect(captures.count > 30)
        for path in captures {
            let file = try CaptureFile.open(path: path)
            let alone = try await TraceAnalyzer(workers: 1, secrets: secrets).analyze(file)
            for workers in [2, 16] {
                #expect(try await TraceAnalyzer(workers: workers, secrets: secrets).analyze(file) == alone, "\(path)")
            }
        }
        let all = try captures.map { try CaptureOverview(path: $0) }
        let alone = try await TraceAnalyzer(workers: 1, secrets: secrets).analyze(merging: all)
        #expect(alone.sessions.count { $0.quic?.migrations != nil } > 0)
        for workers in [2, 4, 16] {
            #expect(try await TraceAnalyzer(workers: workers, secrets: secrets).analyze(merging: all) == alone)
        }
    }

    @Test func aConnectionThatMovesIsReadAgainByOne() async throws {
        let folder = Fixture.url("sealed")
        let inputs = { (capture: String, keys: String) async throws -> Int in
            let path = folder.appending(path: capture).path
            var secrets = SessionSecrets()
            secrets.log.append([UInt8](try Data(contentsOf: folder.appending(path: keys))).span)
            let count = Locked(0)
            _ = try await TraceAnalyzer(workers: 16).examine(
                CaptureSummary(path: path, format: "pcap", compression: "none"), isReadOnce: false, secrets: secrets
            ) {
                count.withLock { $0 += 1 }
                return try TraceInput(CaptureFile.open(path: path))
            }
            return count.withLock { $0 }
        }
        #expect(try await inputs("quic-migration.silke.pcap", "quic-migration.keys.log") == 16 + 1)
        #expect(try await inputs("quic-streams.nils.pcap", "quic-streams.keys.log") == 16)
    }
}
