import Foundation
import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting
import TestSupport

/// Frames of Wi-Fi Aware as layers and fields; those of Fixtures/wireless/nan-sdf-naf.pcap against what is known of them.
@Suite struct NANLayersTests {
    private static let folder = Fixture.url("wireless")

    private static let frames: [FrameDescription] = {
        var frames: [FrameDescription] = []
        guard var reader = try? CaptureFile.open(path: folder.appending(path: "nan-sdf-naf.pcap").path).makeReader()
        else { return [] }
        while let record = try? reader.next() {
            frames.append(
                FrameLayers.layers(
                    of: reader.bytes, linkType: reader.linkType, originalLength: record.originalLength))
        }
        return frames
    }()

    /// An object of a JSON text.
    private typealias Object = [String: Any]

    private static func expected() throws -> [Object] {
        let data = try Data(contentsOf: folder.appending(path: "nan-sdf-naf.expected.json"))
        let document = try JSONSerialization.jsonObject(with: data) as? Object
        return document?["frames"] as? [Object] ?? []
    }

    /// The names that the description has for fields, whatever attribute they are in.
    private static let names = [
        "pref": "masterPreference", "rand": "randomFactor", "amr": "anchorMasterRank",
        "amr_mac": "anchorMasterAddress", "amr_rand": "anchorMasterRandomFactor",
        "amr_pref": "anchorMasterPreference", "hops": "hops", "ambtt": "anchorMasterBeaconTransmitTime",
        "ids": "serviceIDs", "sid": "serviceID", "inst": "instanceID", "req": "requestorInstanceID",
        "mfilter": "matchingFilter", "srf": "serviceResponseFilter", "upd": "serviceUpdateIndicator", "oui": "oui",
        "proto": "protocolType", "tx": "txAntennas", "rx": "rxAntennas", "switch_us": "maxChannelSwitchTime",
        "token": "dialogToken", "status": "status", "reason": "reason", "ndi": "initiatorNDI", "ndp": "ndpID",
        "rndi": "responderNDI", "spec": "specificInfo", "seq": "sequenceID", "ndc": "ndcID", "slots": "minimumSlots",
        "lat": "maximumLatency", "key": "key", "entries": "entries",
        "tlvs": "tlvs",
    ]
    /// The names in entries of an attribute.
    private static let entryNames = [
        "len": "length", "pref": "preference", "util": "utilization", "rxnss": "rxNSS", "bands": "bandIDs",
        "tbm": "timeBitmap", "map": "mapID", "bit_dur_tu": "bitDuration", "period_tu": "period",
        "start_off_tu": "startOffset", "bitmap": "bitmap", "op": "operatingClass",
    ]

    /// The same value in the words of the description, nil for what it writes in other ways.
    private static func matches(_ expected: Any, _ field: FieldValue) -> Bool {
        switch field {
        case .integer(let number): (expected as? Int).map(Int64.init) == number
        case .text(let text): expected as? String == text
        case .hex(let bytes): expected as? String == Hex.encode(bytes)
        case .list(let fields):
            (expected as? [Any]).map { $0.count == fields.count && zip($0, fields).allSatisfy(matches) } ?? false
        case .object(let fields): (expected as? Object).map { differences($0, fields, entryNames).isEmpty } ?? false
        case .boolean, .null, .unsigned, .real: false
        }
    }

    /// Names of fields that say another thing.
    private static func differences(
        _ expected: Object, _ fields: [FrameField], _ names: [String: String] = names
    ) -> [String] {
        expected.compactMap { key, value in
            guard let name = names[key] else { return nil }
            guard let field = fields.first(where: { $0.name == name }) else { return name }
            return matches(value, field.value) ? nil : name
        }
    }

    @Test func everyFrameHasItsAttributes() throws {
        let expected = try Self.expected()
        #expect(Self.frames.count == 12 && expected.count == 12)
        var compared = 0
        for (frame, expected) in zip(Self.frames, expected) {
            #expect(frame.fault == nil)
            let layer = try #require(frame.layers.last)
            #expect(layer.name == "nan")
            let body = try #require(expected["body"] as? Object)
            let inner = body["nan"] as? Object ?? body
            let shapes = try #require(inner["attrs"] as? [[Int]])
            guard case .list(let attributes)? = layer["attributes"] else {
                Issue.record("no attributes")
                continue
            }
            #expect(attributes.count == shapes.count)
            for (index, attribute) in attributes.enumerated() {
                guard case .object(let fields) = attribute else { continue }
                #expect(fields[0] == FrameField("id", .integer(Int64(shapes[index][0]))))
                #expect(fields.first { $0.name == "length" } == FrameField("length", .integer(Int64(shapes[index][1]))))
                #expect(!fields.contains { $0.name == "error" || $0.name == "rest" })
                let content = (inner["dec"] as? [Object])?[index] ?? [:]
                #expect(Self.differences(content, fields) == [], "attribute \(index) of \(expected["note"] ?? "")")
                compared += content.keys.filter { Self.names[$0] != nil }.count
            }
        }
        #expect(compared > 100)
    }

    @Test func kindsAndPlaces() {
        let layers = Self.frames.compactMap(\.layers.last)
        #expect(layers[0]["frame"] == .text("beacon") && layers[2]["frame"] == .text("serviceDiscovery"))
        #expect(layers[5]["frame"] == .text("action") && layers[5]["subtype"] == .integer(5))
        // Of a beacon the element with its header, behind radiotap, MAC header and fixed fields.
        #expect(layers[0].offset == 25 + 24 + 12 && layers[0].length == 54)
        #expect(layers[2].offset == 25 + 24)
        let beacon = Self.frames[0].layers[1]
        #expect(beacon["beaconInterval"] == .integer(512) && beacon["timestamp"] == .integer(512_229_376))
    }

    @Test func allElementsOfABeaconAreShown() {
        let header = "80000000 ffffffffffff 021122334455 506f9a01abcd 5001 0000881e00000000 0002 2004"
        let elements = "dd0a506f9a13 000200804d 02 0103aabbcc dd0c506f9a13 0600 94f9f392d799"
        let bytes = Packets.bytes("\(header) \(elements)")
        let frame = FrameLayers.layers(of: bytes.span, linkType: .ieee80211, originalLength: bytes.count)
        #expect(frame.fault == nil && frame.layers.map(\.name) == ["ieee80211", "nan"])
        let layer = frame.layers[1]
        #expect(layer.offset == 36 && layer.length == bytes.count - 36)
        #expect(layer["elementSizes"] == .list([.integer(6), .integer(8)]))
        guard case .list(let attributes)? = layer["attributes"], case .object(let last)? = attributes.last else {
            Issue.record("no attributes")
            return
        }
        #expect(attributes.count == 2 && last.contains(FrameField("serviceIDs", .list([.text("94f9f392d799")]))))
        // The second element takes less than the attribute needs.
        let short = Packets.bytes("\(header) dd0a506f9a13 000200804d 02 dd07506f9a13 0600 94")
        let broken = FrameLayers.layers(of: short.span, linkType: .ieee80211, originalLength: short.count)
        #expect(broken.fault?.layer == "nan" && broken.fault?.offset == 47)
    }

    @Test func damageStopsNothing() throws {
        var random = SeededGenerator(seed: 0x3A3)
        var reader = try CaptureFile.open(path: Self.folder.appending(path: "nan-sdf-naf.pcap").path).makeReader()
        while try reader.next() != nil {
            let bytes = reader.bytes.copied()
            for _ in 0..<400 {
                var damaged = bytes
                for _ in 0..<random.number(in: 1...4) {
                    damaged[random.number(in: 0...damaged.count - 1)] = random.bytes(1)[0]
                }
                damaged.removeLast(random.chance(1, in: 3) ? random.number(in: 0...damaged.count) : 0)
                let frame = FrameLayers.layers(
                    of: damaged.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
                for layer in frame.layers { #expect(layer.offset + layer.length <= damaged.count) }
            }
        }
    }

    /// An action frame of Wi-Fi Aware without radiotap, captured whole or cut.
    private func description(_ body: String, originalLength: Int? = nil) -> FrameDescription {
        let bytes =
            Packets.bytes("d0000000 516f9a010000 020000000001 506f9a01abcd 1000 0409506f9a13") + Packets.bytes(body)
        return FrameLayers.layers(
            of: bytes.span, linkType: .ieee80211, originalLength: originalLength ?? bytes.count)
    }

    @Test(arguments: [
        ("000200804d 0105", 35, "NAN attribute header at offset 35 needs 3 bytes, 2 are there"),
        ("000200804d 0305000000", 35, "NAN attribute at offset 35 needs 8 bytes, 5 are there"),
    ])
    func aFaultOfTheFramingIsTheFramesFault(body: String, offset: Int, message: String) {
        let frame = description(body)
        #expect(frame.fault == FrameFault(layer: "nan", offset: offset, message: message))
        // What the snap length cut off is no fault.
        #expect(description(body, originalLength: 4000).fault == nil)
    }

    @Test func aFaultOfAnAttributeIsItsOwn() throws {
        let frame = description("000100 80 000200 804d")
        #expect(frame.fault == nil)
        guard case .list(let attributes)? = frame.layers.last?["attributes"], attributes.count == 2,
            case .object(let first) = attributes[0], case .object(let second) = attributes[1]
        else {
            Issue.record("no attributes")
            return
        }
        let message = "NAN master indication at offset 33 needs 2 bytes, 1 are there within the NAN attribute length"
        #expect(first.last == FrameField("error", .text(message)))
        #expect(second.last == FrameField("randomFactor", .integer(77)))
    }

    @Test func elementsNameTheNetwork() throws {
        let beacon = Packets.bytes(
            """
            80000000 ffffffffffff 021122334455 021122334455 1000 0100000000000000 6400 3104
            0004486f6d65 030106 dd07 0050f2 02 0102ff
            """)
        let frame = FrameLayers.layers(of: beacon.span, linkType: .ieee80211, originalLength: beacon.count)
        #expect(frame.fault == nil && frame.layers.map(\.name) == ["ieee80211"])
        guard case .list(let elements)? = frame.layers[0]["elements"], elements.count == 3,
            case .object(let name) = elements[0], case .object(let channel) = elements[1]
        else {
            Issue.record("no elements")
            return
        }
        #expect(name.last == FrameField("ssid", .text("Home")))
        #expect(channel.last == FrameField("channel", .integer(6)))
        let cut = Array(beacon.dropLast())
        let damaged = FrameLayers.layers(of: cut.span, linkType: .ieee80211, originalLength: cut.count)
        #expect(damaged.fault?.layer == "ieee80211" && damaged.fault?.offset == 45)
        #expect(FrameLayers.layers(of: cut.span, linkType: .ieee80211, originalLength: 99).fault == nil)
    }
}
