import Foundation
import Platform
import SealedChannels
import TestSupport
import Testing
import TraceModel
import WireCoding

@testable import PacketCapture
@testable import TraceAnalysis

/// Secrets that captures have themselves, and how they get to those who open sessions.
@Suite struct SessionSecretsCaptureTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "captured-secrets-\(UUID())")

    private static func block(_ number: UInt8, kind: DecryptionSecrets.Kind = .tlsKeyLog) -> DecryptionSecrets {
        let line =
            "CLIENT_RANDOM \(Hex.encode([UInt8](repeating: number, count: 32))) "
            + Hex.encode([UInt8](repeating: 0xC4, count: 48))
        // Without an end, as some writers leave it.
        return DecryptionSecrets(kind, bytes: Array((line + "\nno line").utf8))
    }

    /// One number for a block of secrets, 0 for a packet.
    private func capture(_ parts: [UInt8]) throws -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .raw, into: &output)
        let packet: [UInt8] = [0]
        for (number, part) in parts.enumerated() {
            if part == 0 {
                try writer.writePacket(packet.span, interface: interface, time: Int64(number), into: &output)
            } else {
                try writer.writeSecrets(Self.block(part), into: &output)
            }
        }
        return output.bytes
    }

    private func write(_ bytes: [UInt8], to name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test func onlyKeyLogsAreTaken() {
        var secrets = SessionSecrets()
        secrets.add([Self.block(1, kind: .sshKeyLog)])
        #expect(secrets.isEmpty && !secrets.hasLogs)
        secrets.add([Self.block(1), Self.block(2), Self.block(1)])
        #expect(secrets.captured.entries.map { $0.clientRandom[0] } == [1, 2])
        #expect(secrets.malformedLines == 3 && secrets.hasLogs && secrets.entryCount == 2)
    }

    /// Before the first packet, between packets, after the last: however the capture is read, and by however many.
    @Test(arguments: [[1, 0, 0], [0, 1, 2, 0], [0, 0, 1, 2], [1, 0, 2, 0, 3], [1, 2], [0, 0]] as [[UInt8]])
    func allCountOnceHoweverTheyAreRead(parts: [UInt8]) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = try capture(parts)
        let path = try write(bytes, to: "a.pcapng")
        let count = parts.count { $0 > 0 }
        let expected = count > 0 ? CaptureSummary.Secrets(entries: count, malformedLines: count) : nil
        for workers in [1, 3] {
            var analyzer = TraceAnalyzer(workers: workers)
            for filter in [nil, try CaptureFilter("greater 0")] {
                analyzer.filter = filter
                #expect(try await analyzer.analyze(CaptureFile.open(path: path)).capture.secrets == expected)
            }
            analyzer.filter = nil
            let stream = try CaptureFile.open(ByteStream(pieces: bytes.map { [$0] }), path: "-")
            #expect(try await analyzer.analyze(stream).capture.secrets == expected)
            let watched = try CaptureFile.open(ByteStream(pieces: [bytes]), path: "-")
            #expect(try await analyzer.analyze(watched, watch: TraceWatch()).capture.secrets == expected)
            #expect(try await analyzer.analyze(merging: [CaptureOverview(path: path)]).capture.secrets == expected)
        }
        #expect(FrameSelector([try CaptureOverview(path: path)]).report?.capture.secrets == expected)
    }

    @Test func thoseOfSeveralFilesAreKnownBeforeTheFirstPacket() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = [try write(capture([1, 0, 0]), to: "a.pcapng"), try write(capture([2, 0, 3]), to: "b.pcapng")]
        let files = try paths.map { try CaptureOverview(path: $0) }
        let reading = SecondReading(files, TraceAnalyzer(secrets: SessionSecrets()))
        var worker = reading.worker()
        #expect(worker.tracker.secrets.captured.entries.map { $0.clientRandom[0] } == [1, 2, 3])
        #expect(worker.tracker.secrets.malformedLines == 3)
        try reading.run(&worker, known: nil) { _ in true }
        // None is counted again.
        #expect(worker.tracker.secrets.captured.entries.count == 3 && worker.tracker.secrets.malformedLines == 3)
    }

    /// To unpack a file only for them would take as long as to analyze it.
    @Test func ofACompressedFileLaterOnesCountFromWhereTheyAre() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = try capture([0, 1, 0, 0, 2, 3, 0, 4])
        // A frame of zstd with one block, which is stored as it is (RFC 8878 §3.1.1).
        let header = bytes.count << 3 | 1
        let frame =
            [0x28, 0xB5, 0x2F, 0xFD, 0, 0x50]
            + (0..<3).map { UInt8(truncatingIfNeeded: header >> (8 * $0)) } + bytes
        let path = try write(frame, to: "a.pcapng.zst")
        let reading = SecondReading([try CaptureOverview(path: path)], TraceAnalyzer())
        var worker = reading.worker()
        var counts: [Int] = []
        try reading.run(&worker, known: nil) { worker in
            counts.append(worker.tracker.secrets.captured.entries.count)
            return true
        }
        #expect(counts == [0, 1, 1, 3, 4])
    }

    /// Some programs learn the keys while they capture, and write them behind the first packets of a session.
    @Test(arguments: [0, 16, 18, 25])
    func theyOpenSessionsThatBeganBefore(packetsBefore: Int) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = Fixture.url("sealed/tls13-aes128.ada.pcap")
        let log = try Data(contentsOf: Fixture.url("sealed/tls13-aes128.keys.log"))
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .ethernet, into: &output)
        var reader = try CaptureFile.open(path: source.path).makeReader()
        while let record = try reader.next() {
            if record.frame == packetsBefore + 1 {
                try writer.writeSecrets(DecryptionSecrets(.tlsKeyLog, bytes: Array(log)), into: &output)
            }
            try writer.writePacket(reader.bytes, interface: interface, time: record.time, into: &output)
        }
        let path = try write(output.bytes, to: "late.pcapng")
        for workers in [1, 3] {
            let report = try await TraceAnalyzer(workers: workers).analyze(CaptureFile.open(path: path))
            let session = try #require(report.sessions.first { $0.tls != nil })
            #expect(session.decrypted == true && session.tls?.keys == .capture && session.application == .mesh)
            #expect(
                report == (try await TraceAnalyzer(workers: workers).analyze(merging: [CaptureOverview(path: path)])))
        }
    }

    /// Inputs that are read, each by one worker.
    private func inputs(of path: String, isReadOnce: Bool = false, isGrowing: Bool = false) async throws -> Int {
        var secrets = SessionSecrets(sharedKeys: [PreSharedKey(SecretBytes([1]))])
        secrets.isGrowing = isGrowing
        let count = Locked(0)
        _ = try await TraceAnalyzer(workers: 4).examine(
            CaptureSummary(path: path, format: "pcapng", compression: "none"), isReadOnce: isReadOnce, secrets: secrets
        ) {
            count.withLock { $0 += 1 }
            return try TraceInput(CaptureFile.open(path: path))
        }
        return count.withLock { $0 }
    }

    /// A connection's later addresses may be another worker's.
    @Test func whatOpensFromTheStartIsReadByAllOnlyIfItCanBeReadAgain() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try write(capture([1, 0]), to: "a.pcapng")
        #expect(try await inputs(of: path) == 4)
        #expect(try await inputs(of: path, isReadOnce: true) == 1)
        #expect(try await inputs(of: path, isGrowing: true) == 1)
    }

    @Test func aLogThatGrowsIsReadBetweenBatchesOfAStreamAndAtItsEnd() async throws {
        let bytes = try capture([0, 0, 0])
        let line = KeyLogEntry(
            label: .masterSecret, clientRandom: [UInt8](repeating: 7, count: 32),
            secret: SecretBytes([UInt8](repeating: 1, count: 48)))
        var analyzer = TraceAnalyzer(workers: 4)
        analyzer.secrets.isGrowing = true
        analyzer.secrets.hasLogs = true
        let calls = Locked<[Bool]>([])
        analyzer.secretsUpdate = { secrets, isLast in
            calls.withLock { $0.append(isLast) }
            if isLast { secrets.log.insert(line) }
        }
        let stream = try CaptureFile.open(ByteStream(pieces: bytes.map { [$0] }), path: "-")
        let report = try await analyzer.analyze(stream)
        #expect(report.capture.secrets == .init(entries: 1, malformedLines: 0))
        let seen = calls.withLock { $0 }
        #expect(seen.count > 1 && seen.last == true && !seen.dropLast().contains(true))
        // A file does not grow.
        let file = try await analyzer.analyze(CaptureFile.open(bytes: bytes))
        #expect(file.capture.secrets?.entries == 0 && calls.withLock { $0.count } == seen.count)
    }

    @Test func whatIsCapturedLiveHasTheSecretsThatItGets() throws {
        var analyzer = LiveAnalyzer(path: "live")
        #expect(analyzer.report(interfaces: []).capture.secrets == nil)
        analyzer.secrets.hasLogs = true
        analyzer.secrets.log.append(Array("nothing\n".utf8).span)
        #expect(analyzer.report(interfaces: []).capture.secrets == .init(entries: 0, malformedLines: 1))
    }
}
