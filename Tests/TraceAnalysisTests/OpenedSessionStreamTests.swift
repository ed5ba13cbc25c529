import Foundation
import PacketCapture
import SealedChannels
import Testing
import TestSupport
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// The bytes inside of sessions that keys open.
@Suite struct OpenedSessionStreamTests {
    private let folder: CaptureFolder

    init() throws { folder = try CaptureFolder() }

    private func frame(
        _ text: String, at offset: UInt64 = 0, of id: UInt64, isEnd: Bool = false
    ) -> QUICOwnedFrame {
        .stream(
            QUICOwnedFrame.Stream(
                id: QUICScene.number(id), offset: QUICScene.number(offset), lengthWidth: .two, isEnd: isEnd,
                data: Array(text.utf8)))
    }

    private func datagram(_ text: String) -> QUICOwnedFrame { .datagram(lengthWidth: .one, data: Array(text.utf8)) }

    /// The chunks of a connection as text: `→0+3 ab` for bytes of stream 0 from the third on, `←d+0 x` for a datagram.
    private func chunks(_ scene: QUICScene) async throws -> [String] {
        let file = try folder.add(scene.capture.bytes, as: "quic.pcap")
        let stream = try await scene.analyzer().stream(of: 1, in: [file])
        var texts: [String] = []
        try stream.forEach { chunk in
            #expect(chunk.isDatagram == (chunk.stream == nil))
            let name = chunk.stream.map { "\($0)" } ?? "d"
            let content =
                switch chunk.content {
                case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
                case .missing(let count): "gap \(count)"
                }
            texts.append("\(chunk.direction == .forward ? "→" : "←")\(name)+\(chunk.offset) \(content)")
            return true
        }
        return texts
    }

    @Test func allStreamsComeInTheOrderOfTimeEachWithItsOwnOffsets() async throws {
        var scene = try QUICScene()
        try scene.send([frame("ab", of: 0), frame("one", of: 4)], fromClient: true)
        try scene.send([datagram("dg"), frame("AB", of: 0)], fromClient: false)
        try scene.send([frame("cd", at: 2, of: 0), datagram("x")], fromClient: true)
        try scene.send([frame("two", at: 3, of: 4, isEnd: true), datagram("yz")], fromClient: true)
        // Nobody reads a message on this one.
        try scene.send([frame("\u{0}", of: 3)], fromClient: false)
        #expect(
            try await chunks(scene) == [
                "→0+0 ab", "→4+0 one", "←d+0 dg", "←0+0 AB", "→0+2 cd", "→d+0 x", "→4+3 two", "→d+1 yz", "←3+0 \u{0}",
            ])
    }

    @Test func whatComesEarlyWaitsAndWhatNeverComesIsAGap() async throws {
        var scene = try QUICScene()
        try scene.send([frame("ab", of: 0)], fromClient: true)
        try scene.send([frame("ef", at: 4, of: 0)], fromClient: true)
        try scene.send([frame("late", at: 10, of: 4)], fromClient: true)
        try scene.send([frame("cd", at: 2, of: 0), frame("ef", at: 4, of: 0)], fromClient: true)
        #expect(try await chunks(scene) == ["→0+0 ab", "→0+2 cd", "→0+4 ef", "→4+0 gap 10", "→4+10 late"])
    }

    /// The ends logged what they sent on each stream, some of which no reader knows.
    @Test func streamsOfARealConnectionAreWhole() async throws {
        var analyzer = TraceAnalyzer(workers: 1)
        var log = KeyLog()
        log.append([UInt8](try Data(contentsOf: Fixture.url("sealed/quic-streams.keys.log"))).span)
        analyzer.secrets = SessionSecrets(log: log)
        let file = try CaptureOverview(path: Fixture.url("sealed/quic-streams.nils.pcap").path())
        let stream = try await analyzer.stream(of: 3, in: [file])
        var sizes: [Int: [Int]] = [:]
        var (time, isOrdered) = (0.0, true)
        try stream.forEach { chunk in
            let id = try #require(chunk.stream)
            sizes[id, default: [0, 0]][chunk.direction == .forward ? 0 : 1] += chunk.count
            isOrdered = isOrdered && chunk.time >= time
            time = chunk.time
            return true
        }
        #expect(
            sizes == [
                0: [3514, 1348], 2: [5000, 0], 3: [0, 2500], 4: [3000, 0], 7: [0, 1287], 8: [1500, 0], 12: [1940, 0],
            ])
        #expect(isOrdered)
    }

    @Test func recordsOfDTLSAreDatagramsAndThoseOfTLSAStream() async throws {
        for (name, number, isDatagram) in [("dtls12-renegotiation", 1, true), ("tls12-renegotiation", 1, false)] {
            var analyzer = TraceAnalyzer(workers: 1)
            var log = KeyLog()
            log.append([UInt8](try Data(contentsOf: Fixture.url("sealed/\(name).keys.log"))).span)
            analyzer.secrets = SessionSecrets(log: log)
            let file = try CaptureOverview(path: Fixture.url("sealed/\(name).pcap").path())
            let stream = try await analyzer.stream(of: number, in: [file])
            var count = 0
            try stream.forEach { chunk in
                #expect(chunk.isDatagram == isDatagram && chunk.stream == nil)
                count += 1
                return true
            }
            #expect(count > 0)
        }
    }
}
