import Foundation
import Testing

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
}
