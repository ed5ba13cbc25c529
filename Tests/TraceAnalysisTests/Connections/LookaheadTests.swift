import Foundation
import PacketDissection
import PeerMessaging
import Platform
import SealedChannels
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import PacketCapture
@testable import TraceAnalysis

/// So many connections that what they need is loaded before their packets are followed: nothing but time may depend on it.
@Suite struct LookaheadTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "lookahead-\(UUID())")
    private static let connections = Lookahead.fewestConnections + 60

    /// Each connection sends as many messages as its number has digits, from one drawn at random to the next; among them are datagrams,
    /// fragments and flows that only open.
    private func capture() throws -> SyntheticCapture {
        var generator = SeededGenerator(seed: 7)
        var capture = SyntheticCapture()
        var time: Int64 = 1_700_000_000_000_000_000
        var connections: [SyntheticConnection] = []
        for number in 0..<Self.connections {
            var connection = SyntheticConnection(
                from: SyntheticHost(number: number % 40 + 1), port: UInt16(20_000 + number),
                to: SyntheticHost(number: number % 30 + 100), port: 7001)
            time += 1_000_000
            try connection.open(at: time, roundTrip: 2000, in: &capture)
            connections.append(connection)
            time += 1_000_000
            try capture.append(
                udpFrom: UInt16(30_000 + number), to: 9999, payload: [1, 2, 3], from: SyntheticHost(number: 1),
                to: SyntheticHost(number: 2), at: time)
        }
        for turn in 0..<8 * Self.connections {
            // New flows, every second one with its ends not where they usually are: who looks ahead must not deal them in another order.
            if turn.isMultiple(of: 3) {
                let port = UInt16(turn + 1000)
                if turn.isMultiple(of: 2) {
                    try capture.append(Self.tagged(port: port), at: time)
                } else {
                    try capture.append(
                        udpFrom: port, to: 9998, payload: [4], from: SyntheticHost(number: 3),
                        to: SyntheticHost(number: 4), at: time)
                }
            }
            let number = generator.number(in: 0...Self.connections - 1)
            time += 50_000
            if generator.chance(1, in: 20) {
                try connections[number].close(at: time, roundTrip: 2000, in: &capture)
                try connections[number].open(at: time + 10_000, roundTrip: 2000, in: &capture)
                continue
            }
            let side = generator.pick([SyntheticConnection.Side.initiator, .responder])
            let message = MeshMessage.frame(
                .broadcast(payload: generator.bytes(20)), from: "peer", secondsSince2001: 8e8)
            try connections[number].send(message, from: side, at: time, in: &capture)
        }
        return capture
    }

    /// A datagram behind a VLAN tag.
    private static func tagged(port: UInt16) -> [UInt8] {
        let ports = [UInt8(port >> 8), UInt8(port & 0xFF), 0x27, 0x0E]
        return [2, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 8, 0x81, 0, 0, 7, 8, 0]
            + [0x45, 0, 0, 30, 0, 0, 0, 0, 64, 17, 0, 0, 10, 1, 0, 1, 10, 1, 0, 2] + ports + [0, 10, 0, 0, 5, 6]
    }

    private func write(_ bytes: [UInt8], to name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// A file is read packet by packet first, and in batches from some connection on; a stream in batches from the start.
    @Test func nothingDependsOnWhenItBegins() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = try capture().bytes
        let path = try write(bytes, to: "a.pcap")
        for depth in [CaptureSummary.Depth.messages, .flows] {
            let file = try await TraceAnalyzer(depth: depth).analyze(CaptureFile.open(path: path))
            #expect(
                file.sessions.count > 4 * Self.connections
                    && file.sessions.contains { $0.initiator.address == "10.1.0.1" })
            for workers in [1, 3] {
                let analyzer = TraceAnalyzer(workers: workers, depth: depth)
                var stream = try await analyzer.analyze(
                    CaptureFile.open(ByteStream(pieces: [bytes]), path: path))
                stream.capture.path = file.capture.path
                #expect(stream == file)
                #expect(try await analyzer.analyze(CaptureFile.open(path: path)) == file)
            }
        }
    }

    /// What each session has of its own, but for times since the start of the capture, is what it would have alone.
    @Test func sessionsAreAsIfEachWereAlone() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try write(try capture().bytes, to: "a.pcap")
        let all = try await TraceAnalyzer().analyze(CaptureFile.open(path: path))
        for number in [0, 17, Self.connections - 1] {
            let filter = try CaptureFilter("port \(20_000 + number)")
            let alone = try await TraceAnalyzer(filter: filter).analyze(CaptureFile.open(path: path)).sessions
            let same = all.sessions.filter { $0.initiator.port == 20_000 + number }
            for (one, other) in zip(alone, same) {
                for direction in [\Session.forward, \.backward] {
                    let (first, second) = (one[keyPath: direction], other[keyPath: direction])
                    #expect(first.packets == second.packets && first.wireBytes == second.wireBytes)
                    #expect(first.messages == second.messages && first.messageBytes == second.messageBytes)
                    #expect(
                        first.transportRTT == second.transportRTT && first.roundTripCourse == second.roundTripCourse)
                    #expect(first.peakThroughput == second.peakThroughput)
                }
            }
            #expect(alone.map(\.duration) == same.map(\.duration) && alone.map(\.throughput) == same.map(\.throughput))
        }
    }

    /// Those before the first batch were added one by one.
    @Test func secretsCountOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .ethernet, into: &output)
        var reader = try CaptureFile.open(path: write(try capture().bytes, to: "a.pcap")).makeReader()
        while let record = try reader.next() {
            if [2, 100, 3000].contains(record.frame) {
                let line =
                    "CLIENT_RANDOM \(Hex.encode([UInt8](repeating: UInt8(record.frame & 0xFF), count: 32))) "
                    + Hex.encode([UInt8](repeating: 0xC4, count: 48))
                try writer.writeSecrets(
                    DecryptionSecrets(.tlsKeyLog, bytes: Array((line + "\nno line").utf8)), into: &output)
            }
            try writer.writePacket(reader.bytes, interface: interface, time: record.time, into: &output)
        }
        let path = try write(output.bytes, to: "a.pcapng")
        for workers in [1, 3] {
            let report = try await TraceAnalyzer(workers: workers).analyze(CaptureFile.open(path: path))
            #expect(report.capture.secrets == .init(entries: 3, malformedLines: 3))
        }
    }
}
