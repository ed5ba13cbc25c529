import Foundation
import QUICLogs
import TestSupport
import Testing
import WireCoding

struct RoundTripTests {
    @Test func whatIsWrittenIsReadAsItWas() throws {
        var generator = LogGenerator(seed: 7)
        for _ in 0..<3_000 {
            let log = generator.log()
            let bytes = QUICLogWriter.serialize(log)
            let file = try QUICLogReader.read(bytes)
            try #require(file.errorCount == 0)
            try #require(file.logs == [log], "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test func recordsAreLinesWithoutControlCharacters() throws {
        var generator = LogGenerator(seed: 8)
        for _ in 0..<500 {
            let log = generator.log()
            let bytes = QUICLogWriter.serialize(log)
            #expect(bytes.filter { $0 == 0x1E }.count == log.events.count + 1)
            #expect(bytes.filter { $0 == 0x0A }.count == log.events.count + 1)
            #expect(!bytes.contains { $0 < 0x20 && $0 != 0x1E && $0 != 0x0A || $0 == 0x7F })
        }
    }

    /// A damaged file gives an error or a log, and what is read of it is written and read again without change.
    @Test func damagedFilesNeverTrapAndStayWhatWasRead() throws {
        var generator = LogGenerator(seed: 9)
        var seeds = try ["qlog/aioquic-lossy.client.qlog"].map { Array(try Data(contentsOf: Fixture.url($0))) }
        seeds += [Array(QUICLogSamples.draft01.utf8), Array(QUICLogSamples.swiftNetwork.utf8)]
        seeds += [Array(QUICLogSamples.schemaURN.utf8)]
        seeds += (0..<20).map { _ in QUICLogWriter.serialize(generator.log()) }
        var readable = 0
        for round in 0..<4_000 {
            var bytes = seeds[round % seeds.count]
            if bytes.count > 4_000 { bytes = Array(bytes.prefix(1_000 + generator.random.index(below: 3_000))) }
            for _ in 0...generator.random.index(below: 4) { damage(&bytes, &generator.random) }
            guard let file = try? QUICLogReader.read(bytes) else { continue }
            for log in file.logs {
                readable += 1
                let again = try QUICLogReader.read(QUICLogWriter.serialize(log))
                var expected = log
                expected.source = QUICLogSource()
                try #require(again.errorCount == 0)
                try #require(again.logs == [expected], "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(readable > 1_000)
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let position = random.index(below: bytes.count)
        switch random.index(below: 5) {
        case 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(Array("{}[],:\"\\0e-.9\u{1E}\n".utf8)[random.index(below: 15)], at: position)
        case 3:
            let end = min(bytes.count, position + random.index(below: 60))
            bytes.insert(contentsOf: bytes[position..<end], at: random.index(below: bytes.count))
        default: bytes.removeSubrange(position..<min(bytes.count, position + random.index(below: 40)))
        }
    }
}
