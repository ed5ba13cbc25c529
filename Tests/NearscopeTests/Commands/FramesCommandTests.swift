import Foundation
import PacketCapture
import Testing
import WireCoding

@Suite struct FramesCommandTests {
    private struct Frame: Decodable {
        struct Layer: Decodable {
            var `protocol`: String
            var offset: Int
            var length: Int
        }
        var frame: Int
        var time: Double
        var layers: [Layer]
        var malformed: [String: String]?
    }

    private func frames(_ arguments: String...) throws -> [Frame] {
        let path = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let outcome: BuiltTool.Outcome =
            switch arguments.count {
            case 0: try BuiltTool.run("frames", path, "--format", "ndjson")
            default: try BuiltTool.run("frames", path, "--format", "ndjson", arguments[0], arguments[1])
            }
        #expect(outcome.status == 0)
        return try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Frame.self, from: Data($0.utf8))
        }
    }

    @Test func everyFrameIsOneObject() throws {
        let all = try frames()
        #expect(all.map(\.frame) == Array(1...197))
        #expect(all[0].time == 0)
        #expect(all.allSatisfy { $0.malformed == nil })
    }

    @Test func layersComeFromTheOutsideInAndFollowEachOther() throws {
        let frame = try #require(try frames("--frame", "4").first)
        #expect(frame.layers.map(\.protocol) == ["ethernet", "ipv4", "udp", "mdns"])
        for (outer, inner) in zip(frame.layers, frame.layers.dropFirst()) {
            #expect(outer.offset + outer.length == inner.offset)
        }
    }

    @Test func aPacketWithoutATimeHasThatOfTheOneBefore() throws {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .raw, into: &output)
        // An IPv4 header after which nothing follows.
        let bytes: [UInt8] = [0x45, 0, 0, 20, 0, 0, 0, 0, 64, 59, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        // Two seconds lie between the packets with a time; simple packets have none.
        try writer.writeSimplePacket(bytes.span, into: &output)
        try writer.writePacket(bytes.span, interface: interface, time: 1_700_000_000_000_000_000, into: &output)
        try writer.writeSimplePacket(bytes.span, into: &output)
        try writer.writePacket(bytes.span, interface: interface, time: 1_700_000_002_000_000_000, into: &output)
        try writer.writeSimplePacket(bytes.span, into: &output)
        let folder = try TemporaryFolder()
        let file = folder.file("untimed.pcapng")
        try Data(output.bytes).write(to: file)
        let outcome = try BuiltTool.run("frames", file.path, "--format", "ndjson")
        let frames = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Frame.self, from: Data($0.utf8))
        }
        #expect(frames.map(\.time) == [0, 0, 0, 2, 2])
    }

    @Test func rangesChoose() throws {
        #expect(try frames("--frame", "7").map(\.frame) == [7])
        #expect(try frames("--frame", "7-9,12").map(\.frame) == [7, 8, 9, 12])
        #expect(try frames("--frame", "195-").map(\.frame) == [195, 196, 197])
    }

    @Test func textIsOneLineForEachFrame() throws {
        let path = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let outcome = try BuiltTool.run("frames", path, "--frame", "30")
        #expect(outcome.text.hasPrefix("30  5.916750977  ethernet@0+14 "))
        #expect(outcome.text.contains(" | tcp@34+32 sourcePort=60110 destinationPort=9000 "))
        #expect(outcome.text.split(separator: "\n").count == 1)
    }

    @Test func aTreeHasTheSessionTheMessageAndNamedFields() throws {
        let path = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let outcome = try BuiltTool.run("frames", path, "--frame", "33", "--tree")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("Frame 33: 5.967507831 s, "))
        #expect(lines.contains { $0.contains("session #") && $0.contains("TCP Alice → Bruno's iPhone, mesh") })
        #expect(lines.contains { $0.contains("message 7 “direct”, ") })
        #expect(lines.contains("  protocol        6 (TCP)") && lines.contains { $0.hasSuffix("(PSH, ACK)") })
        #expect(lines.contains { $0.hasPrefix("mesh  bytes ") } && lines.contains { $0.hasSuffix("  direct") })
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func aTreeFromAPipeLeavesTheSessionOutAndSaysSo() throws {
        let path = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let outcome = try BuiltTool.run("frames", "-", "--frame", "30,31", "--tree", input: path)
        #expect(outcome.status == 0 && outcome.text.hasPrefix("Frame 30: ") && !outcome.text.contains("session #"))
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("standard input cannot be read twice"))
    }

    @Test func elementsHaveNamesInJSONToo() throws {
        let path = BuiltTool.fixture("wireless/owl-mixed-sequences.pcap")
        let text = try BuiltTool.run("frames", path, "--format", "ndjson").text
        #expect(text.contains("\"type\":4,\"typeName\":\"synchronization parameters\",\"length\":"))
    }

    @Test func treesAreForText() throws {
        let path = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let json = try BuiltTool.run("frames", path, "--tree", "--format", "ndjson")
        #expect(json.status == 64 && json.errors.contains("--tree and --one-line are for text"))
        let both = try BuiltTool.run("frames", path, "--tree", "--one-line")
        #expect(both.status == 64 && both.errors.contains("exclude each other"))
    }

    @Test func aFrameBeyondTheEndIsAnError() throws {
        let outcome = try BuiltTool.run("frames", BuiltTool.fixture("mesh2-basic.alice.pcap"), "--frame", "300")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors == "nearscope: there is no frame 300; the capture has 197 frames\n")
    }

    @Test func framesOfATimeKeepTheirNumbers() throws {
        let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")
        func times(_ arguments: String...) throws -> [Double] {
            let rows = try BuiltTool.run(arguments: ["frames", capture, "--format", "csv"] + arguments).text
            return rows.split(separator: "\r\n").dropFirst().compactMap { Double($0.split(separator: ",")[1]) }
        }
        let all = try times()
        let some = try times("--from", "2s", "--to", "6.5")
        #expect(some == all.filter { (2...6.5).contains($0) } && !some.isEmpty && some.count < all.count)
        // The capture begins at 02:22:12.887.
        #expect(
            try times("--from", "2:22:15", "--to", "02:22:19Z").count
                == all.filter { (2.1135052...6.1135053).contains($0) }.count)
    }

    @Test func aFilterThatNoFramePassesIsSaid() throws {
        let outcome = try BuiltTool.run("frames", BuiltTool.fixture("mesh2-basic.alice.pcap"), "--filter", "port 1")
        #expect(outcome.status == 0 && outcome.errors == "nearscope: no frame matches --filter\n")
    }
}
