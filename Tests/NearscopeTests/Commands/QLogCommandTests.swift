import Foundation
import TestSupport
import Testing

/// `nearscope qlog` on a connection of aioquic whose ends logged what they did; of three dropped datagrams it is known which.
@Suite struct QLogCommandTests {
    private struct Event: Decodable {
        struct Payload: Decodable {
            struct Header: Decodable {
                var packetType: String
                var packetNumber: UInt64?
                var dcid: String?
                var spinBit: Bool?
            }

            struct Frame: Decodable {
                var frameType: String
                var ackedRanges: [[UInt64]]?
                var length: Int?
                var reason: String?
            }

            var header: Header?
            var frames: [Frame]?
            var captureFrame: Int?
            var owner: String?
            var applicationCode: UInt64?
            var initialMaxData: UInt64?
        }

        var time: Double
        var name: String
        var data: Payload
    }

    private struct Head: Decodable {
        struct Trace: Decodable {
            struct VantagePoint: Decodable {
                var type: String
                var flow: String
            }

            struct Fields: Decodable {
                var referenceTime: Double
            }

            var vantagePoint: VantagePoint
            var commonFields: Fields
        }

        var qlogVersion: String
        var qlogFormat: String
        var trace: Trace
    }

    private struct Comparison: Decodable {
        struct Log: Decodable { var endpoint: String }

        struct Clock: Decodable {
            var scale: Double
            var difference: Double?
            var uncertainty: Double?
            var spread: Double
        }

        struct Packets: Decodable {
            var logged: Int
            var matched: Int
            var maybeSealed: Int
            var missingFromCapture: Int
            var missingFromLog: Int
            var otherSize: Int
        }

        struct Packet: Decodable, Equatable {
            var space: String
            var number: Int
        }

        struct Missing: Decodable {
            var packet: Packet
            var sent: Bool
        }

        struct Loss: Decodable {
            var packet: Packet
            var verdict: String
            var captured: Double?
        }

        struct Point: Decodable {
            var time: Double
            var value: Double
        }

        var schema: String
        var session: Int
        var log: Log
        var clock: Clock
        var sent: Packets
        var received: Packets
        var sealedPackets: Int
        var sealedReason: String?
        var missingFromCapture: [Missing]
        var missingFromLog: [Missing]
        var losses: [Loss]
        var series: [String: [Point]]
    }

    private let capture = BuiltTool.fixture("qlog/aioquic-drops.pcap")
    private let keys = BuiltTool.fixture("qlog/aioquic-drops.keys.log")

    /// The records of a text sequence (RFC 7464).
    private func records(_ output: Data) -> [Data] { output.split(separator: 0x1E).map { Data($0) } }

    private func events(_ output: Data) throws -> [Event] {
        try records(output).dropFirst().map { try Self.decoder.decode(Event.self, from: $0) }
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    private func compared(_ end: String, _ arguments: String...) throws -> Comparison {
        let log = BuiltTool.fixture("qlog/aioquic-drops.\(end).qlog")
        let outcome = try BuiltTool.run(
            arguments: ["qlog", capture, "--key-log", keys, "--qlog", log, "--format", "json"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try JSONDecoder().decode(Comparison.self, from: outcome.output)
    }

    // MARK: - Writing

    @Test func everyPacketIsAnEvent() throws {
        let outcome = try BuiltTool.run("qlog", capture, "--key-log", keys)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let head = try Self.decoder.decode(Head.self, from: #require(records(outcome.output).first))
        #expect(head.qlogVersion == "0.3" && head.qlogFormat == "JSON-SEQ")
        #expect(head.trace.vantagePoint.type == "network" && head.trace.vantagePoint.flow == "client")
        let events = try events(outcome.output)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time } && events.first?.time == 0)
        #expect(events.first?.name == "connectivity:connection_started")
        let packets = events.filter { $0.name == "transport:packet_sent" || $0.name == "transport:packet_received" }
        #expect(packets.allSatisfy { $0.data.header?.packetNumber != nil && $0.data.frames?.isEmpty == false })
        // Each of the capture's frames has at least one.
        #expect(Set(packets.compactMap(\.data.captureFrame)) == Set(1...Self.frames))
        let frames = packets.flatMap { $0.data.frames ?? [] }
        #expect(frames.count { $0.frameType == "datagram" } == 4)
        #expect(frames.contains { $0.frameType == "ack" && $0.ackedRanges?.isEmpty == false })
        let close = try #require(events.last { $0.name == "connectivity:connection_closed" })
        #expect(close.data.owner == "local" && close.data.applicationCode == 7)
        #expect(frames.contains { $0.frameType == "connection_close" && $0.reason == "done" })
        let parameters = events.filter { $0.name == "transport:parameters_set" }
        #expect(parameters.map(\.data.owner) == ["local", "remote"])
        #expect(parameters.allSatisfy { $0.data.initialMaxData == 1_048_576 })
    }

    private static let frames = 26

    @Test func theSameBytesEachTime() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "x.sqlog").path
        let written = try BuiltTool.run("qlog", capture, "--session", "1", "--key-log", keys, "-o", file)
        #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty)
        let printed = try BuiltTool.run("qlog", capture, "--session", "#1", "--key-log", keys, "--threads", "1")
        #expect(try Data(contentsOf: URL(filePath: file)) == printed.output)
        // Nothing is overwritten.
        let again = try BuiltTool.run("qlog", capture, "--key-log", keys, "-o", file)
        #expect(again.status == 74 && again.errors.contains("--force"))
        #expect(try BuiltTool.run("qlog", capture, "--key-log", keys, "-o", file, "--force").status == 0)
    }

    @Test func withoutKeysInitialPacketsAndHeadersAreThere() throws {
        let open = try events(BuiltTool.run("qlog", capture, "--key-log", keys).output)
        let outcome = try BuiltTool.run("qlog", capture)
        let sealed = try events(outcome.output)
        #expect(outcome.status == 0)
        func packets(_ events: [Event]) -> [Event] { events.filter { $0.data.header != nil } }
        #expect(packets(sealed).map(\.data.header?.packetType) == packets(open).map(\.data.header?.packetType))
        #expect(packets(sealed).map(\.data.header?.dcid) == packets(open).map(\.data.header?.dcid))
        for event in packets(sealed) {
            let isInitial = event.data.header?.packetType == "initial"
            #expect((event.data.header?.packetNumber != nil) == isInitial && (event.data.frames != nil) == isInitial)
        }
        let count = packets(sealed).count { $0.data.frames == nil }
        #expect(outcome.errors.contains("\(count) packets of \(packets(sealed).count) stay sealed (no-keys)"))
    }

    /// What the tool writes, it reads as the log of an endpoint: of the client, whose view it is.
    @Test func itsOwnLogAgreesWithTheCapture() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "own.sqlog").path
        #expect(try BuiltTool.run("qlog", capture, "--key-log", keys, "-o", file).status == 0)
        let outcome = try BuiltTool.run(
            "qlog", capture, "--key-log", keys, "--qlog", file, "--format", "json")
        let result = try JSONDecoder().decode(Comparison.self, from: outcome.output)
        #expect(result.log.endpoint == "client" && result.clock.difference == 0 && result.clock.spread == 0)
        for packets in [result.sent, result.received] {
            #expect(packets.matched == packets.logged && packets.missingFromLog == 0 && packets.otherSize == 0)
        }
    }

    /// Connection IDs change, and the client goes on from other ports.
    @Test func migratedConnectionsAreWhole() throws {
        let capture = BuiltTool.fixture("sealed/quic-migration.silke.pcap")
        let outcome = try BuiltTool.run(
            "qlog", capture, "--key-log", BuiltTool.fixture("sealed/quic-migration.keys.log"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let packets = try events(outcome.output).filter { $0.data.header != nil }
        // The report counts 79 opened packets and three Initial ones; the other frames are multicast DNS.
        #expect(packets.count == 82 && packets.allSatisfy { $0.data.header?.packetNumber != nil })
        #expect(Set(packets.compactMap(\.data.captureFrame)).count == 79)
    }

    @Test func retriesAndKeyUpdatesAreThere() throws {
        let outcome = try BuiltTool.run(
            "qlog", BuiltTool.fixture("sealed/quic-retry-keyupdate.petra.pcap"), "--key-log",
            BuiltTool.fixture("sealed/quic-retry-keyupdate.keys.log"))
        let events = try events(outcome.output)
        #expect(outcome.errors.isEmpty && events.contains { $0.data.header?.packetType == "retry" })
        // Three in each direction.
        #expect(events.count { $0.name == "security:key_updated" } == 6)
    }

    // MARK: - Comparing

    @Test func lossesOfTheClientAreThoseThatWereDropped() throws {
        let result = try compared("client")
        #expect(result.schema == "nearscope.endpoint-log/1" && result.session == 1 && result.log.endpoint == "client")
        // The capture is on the client's side of what drops packets: it has all that the client has.
        for packets in [result.sent, result.received] {
            #expect(packets.missingFromCapture == 0 && packets.otherSize == 0)
            #expect(packets.matched == packets.logged && packets.matched > 10)
        }
        // After its close, the client does not log what it receives.
        #expect(result.sent.missingFromLog == 0 && result.received.missingFromLog == 1)
        #expect(result.sealedPackets == 0 && result.clock.scale == 1)
        let difference = try #require(result.clock.difference)
        // One machine, one clock.
        #expect(abs(difference) < 0.001 && result.clock.spread < 0.001)
        #expect(result.losses.map(\.packet) == [9, 11].map { .init(space: "application", number: $0) })
        #expect(result.losses.allSatisfy { $0.verdict == "lost-after-capture" && $0.captured != nil })
        let trips = try #require(result.series["ackRTT"])
        // The relay takes 10 ms each way.
        #expect(!trips.isEmpty && trips.allSatisfy { 0.015...0.1 ~= $0.value })
        #expect(result.series["congestionWindow"]?.isEmpty == false && result.series["latestRTT"]?.isEmpty == false)
    }

    @Test func lossesOfTheServerWereBeforeTheCapture() throws {
        let result = try compared("server", "--session", "1")
        // Behind the relay, with the same clock.
        let (difference, uncertainty) = (
            try #require(result.clock.difference), try #require(result.clock.uncertainty)
        )
        #expect(0.009...0.02 ~= uncertainty && abs(difference) < 0.002)
        #expect(result.log.endpoint == "server" && result.losses.map(\.verdict) == ["not-captured"])
        #expect(result.losses.map(\.packet) == [.init(space: "application", number: 7)])
        // What was dropped on the way to the capture, and on the way from it.
        #expect(result.missingFromCapture.map(\.packet.number) == [7] && result.missingFromCapture.allSatisfy(\.sent))
        #expect(result.missingFromLog.map(\.packet.number) == [9, 11] && !result.missingFromLog.contains { $0.sent })
    }

    /// Packets that stay sealed were captured, though nothing says which ones they are.
    @Test func lossesOfSealedPacketsCannotBeTold() throws {
        let arguments = ["qlog", capture, "--qlog", BuiltTool.fixture("qlog/aioquic-drops.client.qlog")]
        let json = try BuiltTool.run(arguments: arguments + ["--format", "json"])
        let result = try JSONDecoder().decode(Comparison.self, from: json.output)
        #expect(result.losses.map(\.verdict) == ["sealed", "sealed"])
        #expect(result.missingFromCapture.isEmpty && result.sealedPackets > 10 && result.sealedReason == "no-keys")
        for packets in [result.sent, result.received] {
            #expect(packets.missingFromCapture == 0 && packets.maybeSealed > 10)
            #expect(packets.logged == packets.matched + packets.maybeSealed)
        }
        let text = try BuiltTool.run(arguments: arguments).text
        #expect(text.contains("given up by the client: 2 sealed)") && !text.contains("not captured"), "\(text)")
        #expect(text.contains("no keys were given for"), "\(text)")
    }

    @Test func textRowsAndPageHaveTheLosses() throws {
        let arguments = [
            "qlog", capture, "--key-log", keys, "--qlog", BuiltTool.fixture("qlog/aioquic-drops.client.qlog"),
        ]
        let text = try BuiltTool.run(arguments: arguments)
        #expect(text.status == 0 && text.text.contains("2 lost after the capture point"), "\(text.text)")
        #expect(text.text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("/") }, "\(text.text)")
        let rows = try BuiltTool.run(arguments: arguments + ["--format", "csv"]).text.split(separator: "\r\n")
        #expect(rows.first == "series,time,value,space,number,verdict")
        #expect(rows.count { $0.hasPrefix("loss,") && $0.hasSuffix("lost-after-capture") } == 2)
        let page = try BuiltTool.run(arguments: arguments + ["--format", "html"])
        #expect(page.status == 0 && page.text.contains(#"data-chart="window""#))
        #expect(page.text.contains(#"data-chart="delays""#) && page.text.contains("lost-after-capture"))
    }

    // MARK: - Mistakes

    @Test func mistakesAreExplained() throws {
        let missing = try BuiltTool.run("qlog", capture, "--session", "9")
        #expect(missing.status == 64 && missing.errors.contains("there is no session 9"))
        let mesh = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let other = try BuiltTool.run("qlog", mesh, "--session", "1")
        #expect(other.status == 64 && other.errors.contains("not QUIC; no session of the capture is QUIC"))
        #expect(try BuiltTool.run("qlog", mesh).errors.contains("no session of the capture is QUIC"))
        let several = try BuiltTool.run("qlog", BuiltTool.fixture("sealed/quic-0rtt.ulla.pcap"))
        #expect(several.status == 64 && several.errors.contains("--session; the QUIC sessions are "))
        let pipe = try BuiltTool.run("qlog", "-", input: capture)
        #expect(pipe.status == 64 && pipe.errors.contains("qlog reads its input twice"))
        #expect(try BuiltTool.run("qlog", capture, "--format", "json").status == 64)
        let notALog = try BuiltTool.run("qlog", capture, "--qlog", keys)
        #expect(notALog.status == 65 && notALog.errors.contains("not a qlog file"))
        let log = BuiltTool.fixture("qlog/aioquic-lossy.client.qlog")
        let foreign = try BuiltTool.run("qlog", capture, "--key-log", keys, "--qlog", log)
        #expect(foreign.status == 65 && foreign.errors.contains("is of the connection 895b3fdffc130632"))
        let forced = try BuiltTool.run("qlog", capture, "--session", "1", "--key-log", keys, "--qlog", log)
        #expect(forced.status == 0 && forced.errors.contains("is of the connection 895b3fdffc130632"))
    }
}
