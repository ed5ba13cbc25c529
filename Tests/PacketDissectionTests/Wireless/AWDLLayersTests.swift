import Foundation
import PacketCapture
import PacketDissection
import Testing
import WireCoding
import TestSupport

/// The frames of the captures in Fixtures/wireless, as layers and fields, against what others found in them.
@Suite struct AWDLLayersTests {
    private static let folder = Fixture.url("wireless")

    private static func frames(of name: String) throws -> [FrameDescription] {
        var reader = try CaptureFile.open(path: folder.appending(path: name + ".pcap").path).makeReader()
        var frames: [FrameDescription] = []
        while let record = try reader.next() {
            frames.append(
                FrameLayers.layers(
                    of: reader.bytes, linkType: reader.linkType, originalLength: record.originalLength))
        }
        return frames
    }

    /// A description of the frames beside a capture.
    private struct Variants: Decodable {
        struct Frame: Decodable {
            var note: String
            var body: Body?
        }
        struct Body: Decodable {
            var kind: String
            var phy: Int64?
            var target: Int64?
            var tlvs: [[Int64]]?
        }
        var frames: [Frame]
    }

    private struct Sequences: Decodable {
        struct Frame: Decodable {
            var k: String
            var phy: Int64?
            var shape: Int?
            var cs18: Int?
            var ev2: [Value]?
            var sync: [Value]?
        }
        enum Value: Decodable, Equatable {
            case integer(Int64)
            case text(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int64.self) {
                    self = .integer(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }

            var field: FieldValue {
                switch self {
                case .integer(let number): .integer(number)
                case .text(let text): .text(text)
                }
            }
        }
        struct Sequence: Decodable {
            var encoding: Int64
            var channels: [Int64]

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                encoding = try container.decode(Int64.self)
                channels = try container.decode([Int64].self)
            }
        }
        var frames: [Frame]
        var shapes: [[[Int64]]]
        var sequences: [Sequence]

        enum CodingKeys: String, CodingKey {
            case frames
            case shapes = "tlv_shapes_type_len"
            case sequences = "channel_sequences_enc_primary"
        }
    }

    private static func expected<Document: Decodable>(_ type: Document.Type, _ name: String) throws -> Document {
        let data = try Data(contentsOf: folder.appending(path: name + ".expected.json"))
        return try JSONDecoder().decode(type, from: data)
    }

    /// The elements of a frame's layer `awdl`, each by its fields; nil without such a layer.
    private func tlvs(_ frame: FrameDescription) -> [[String: FieldValue]]? {
        guard let layer = frame.layers.first(where: { $0.name == "awdl" }), case .list(let list)? = layer["tlvs"] else {
            return nil
        }
        return list.map { element in
            guard case .object(let fields) = element else { return [:] }
            return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
        }
    }

    private func shapes(_ elements: [[String: FieldValue]]) -> [[FieldValue]] {
        elements.map { [$0["type"] ?? .null, $0["length"] ?? .null] }
    }

    @Test func everyVariantHasItsElements() throws {
        let expected = try Self.expected(Variants.self, "awdl-variants")
        let frames = try Self.frames(of: "awdl-variants")
        #expect(frames.count == expected.frames.count)
        for (frame, expected) in zip(frames, expected.frames) {
            #expect(frame.fault == nil, "\(expected.note)")
            #expect(
                frame.layers.contains { $0.name == "awdl" } == (expected.body?.kind == "action"), "\(expected.note)")
            guard let body = expected.body, body.kind == "action", let elements = tlvs(frame) else { continue }
            let layer = frame.layers.last
            #expect(layer?["phyTxTime"] == body.phy.map { .integer($0) })
            #expect(layer?["targetTxTime"] == body.target.map { .integer($0) })
            let shapes = body.tlvs?.map { $0.map { FieldValue.integer($0) } }
            #expect(self.shapes(elements) == shapes, "\(expected.note)")
            #expect(elements.allSatisfy { $0["error"] == nil }, "\(expected.note)")
        }
    }

    @Test func nodesWithSequencesOfTheirOwn() throws {
        let expected = try Self.expected(Sequences.self, "owl-mixed-sequences")
        let frames = try Self.frames(of: "owl-mixed-sequences")
        #expect(frames.count == expected.frames.count)
        for (frame, expectedFrame) in zip(frames, expected.frames) {
            guard let shape = expectedFrame.shape else {
                #expect(expectedFrame.k == "DATA" && frame.layers.contains { $0.name == "awdlData" })
                continue
            }
            let elements = try #require(tlvs(frame))
            #expect(shapes(elements) == expected.shapes[shape].map { $0.map { .integer($0) } })
            let byType = Dictionary(grouping: elements) { $0["type"] ?? .null }
            let sequence = expected.sequences[expectedFrame.cs18 ?? 0]
            #expect(byType[.integer(18)]?.first?["encoding"] == .integer(sequence.encoding))
            #expect(byType[.integer(18)]?.first?["channels"] == .list(sequence.channels.map { .integer($0) }))
            let election = ["masterAddress", "parentAddress", "distance", "masterCounter", "masterMetric"]
            for (name, value) in zip(election, expectedFrame.ev2 ?? []) {
                #expect(byType[.integer(24)]?.first?[name] == value.field)
            }
            let names = [
                "nextChannel", "txCounter", "remainingAWLength", "awSequenceNumber", "actionFramePeriod",
                "masterAddress",
            ]
            for (name, value) in zip(names, expectedFrame.sync ?? []) {
                #expect(byType[.integer(4)]?.first?[name] == value.field)
            }
        }
    }

    @Test func theLongFormOfDataHeaders() throws {
        let layer = try #require(try Self.frames(of: "awdl-variants")[12].layers.first { $0.name == "awdlData" })
        #expect(layer["form"] == .text("long") && layer["etherType"] == .integer(0x86DD))
        let element = { (type: Int64, value: [UInt8]) in
            FieldValue.object([
                FrameField("type", .integer(type)), FrameField("length", .integer(2)), FrameField("value", .hex(value)),
            ])
        }
        #expect(layer["tlvs"] == .list([element(12, [0, 0]), element(21, [0x34, 1])]))
    }

    /// An action frame of AWDL without radiotap.
    private static func action(_ body: String) -> [UInt8] {
        Packets.bytes("d0000000 ffffffffffff 020000000001 002500ff9473 1000") + Packets.bytes(body)
    }

    private func description(_ bytes: [UInt8], originalLength: Int? = nil) -> FrameDescription {
        FrameLayers.layers(of: bytes.span, linkType: .ieee80211, originalLength: originalLength ?? bytes.count)
    }

    @Test(arguments: [
        ("7f0017f208100300", 24, "AWDL action header at offset 24 needs 16 bytes, 8 are there"),
        (
            "7f0017f2081003000100000001000000 1502003401 150300ff", 48,
            "AWDL TLV at offset 48 needs 3 bytes, 1 are there"
        ),
        (
            "7f0017f2081003000100000001000000 1502003401 15", 45,
            "AWDL TLV header at offset 45 needs 3 bytes, 1 are there"
        ),
    ])
    func aFaultOfTheFramingIsTheFramesFault(body: String, offset: Int, message: String) {
        let frame = description(Self.action(body))
        #expect(frame.fault == FrameFault(layer: "awdl", offset: offset, message: message))
        // What the snap length cut off is no fault.
        #expect(description(Self.action(body), originalLength: 4000).fault == nil)
    }

    @Test func aFaultOfAnElementIsItsOwn() throws {
        let frame = description(Self.action("7f0017f2081003000100000001000000 150100ff 1502003401"))
        #expect(frame.fault == nil)
        let elements = try #require(tlvs(frame))
        #expect(
            elements[0]["error"]
                == .text("AWDL version at offset 43 needs 2 bytes, 1 are there within the AWDL TLV length"))
        #expect(elements[0]["value"] == .hex([0xFF]) && elements[1]["version"] == .text("3.4"))
    }

    @Test func elementsOf80211AreShownAsThoseOfBeacons() throws {
        // VHT capabilities of two streams, and rates, which lack their body.
        let frame = description(
            Self.action(
                "7f0017f2081003000100000001000000 111200 bf0c b2018033 faff0000 faff0000 bf02 0000"))
        #expect(frame.fault == nil)
        guard case .list(let elements)? = try #require(tlvs(frame))[0]["elements"],
            case .object(let first) = elements[0], case .object(let second) = elements[1]
        else {
            Issue.record("\(frame)")
            return
        }
        let body = Packets.bytes("b2018033faff0000faff0000")
        #expect(
            first.filter { $0.name != "idName" } == [
                FrameField("id", .integer(191)), FrameField("length", .integer(12)), FrameField("body", .hex(body)),
                FrameField("capabilityInfo", .integer(0x3380_01B2)), FrameField("streams", .integer(2)),
            ])
        #expect(second.map(\.name) == ["id", "idName", "length", "body", "error"])
    }

    @Test func anAssociationIn6GHzIsShown() throws {
        let body = "7f0017f2081003000100000001000000 210e00 01000000 2586 01 0000 20 00000000"
        let element = try #require(tlvs(description(Self.action(body))))[0]
        #expect(element["channel"] == .integer(37) && element["operatingClass"] == .integer(134))
        #expect(element["otherChannel"] == .integer(0) && element["unknown"] == .integer(0x20))
        #expect(element["value"] == .hex(Packets.bytes("01000000 2586 01 0000 20 00000000")))
        #expect(element["reserved"] == nil)
    }

    /// Data of AWDL without radiotap, from its header on.
    private static func data(_ content: String) -> [UInt8] {
        Packets.bytes("08000000 ffffffffffff 020000000001 002500ff9473 1000 aaaa030017f20800") + Packets.bytes(content)
    }

    @Test func aDataHeaderOfAnotherKindIsAFaultAndNothingBehindItIsRead() throws {
        let packet = "60000000 0000 3b40 \(String(repeating: "00", count: 32))"
        let other = description(Self.data("45000000000086dd" + packet))
        #expect(
            other.fault
                == FrameFault(
                    layer: "awdlData", offset: 32,
                    message: "AWDL data header at offset 32 has the impossible value 17664"))
        let layer = try #require(other.layers.first { $0.name == "awdlData" })
        #expect(layer["head"] == .integer(0x4500) && layer["etherType"] == .integer(0x86DD))
        #expect(other.layers.last?.name == "awdlData")
        let known = description(Self.data("03040000000086dd" + packet))
        #expect(known.fault == nil && known.layers.last?.name == "ipv6")
    }

    @Test func anotherVendorsFrameHasNoSuchLayer() {
        for body in ["7f0017f207100300", "7f506f9a081003000100000001000000"] {
            let frame = description(Self.action(body))
            #expect(frame.fault == nil && frame.layers.map(\.name) == ["ieee80211"])
        }
        // Too short to say whose it is.
        let frame = description(Self.action("7f0017"))
        #expect(frame.fault?.layer == "ieee80211" && frame.layers.map(\.name) == ["ieee80211"])
    }
}
