import Foundation
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import WireText

@Suite struct NANFrameJSONTests {
    /// Frames of Fixtures/wireless/nan-sdf-naf.pcap, and the element of its first beacon.
    static let captured = CapturedFrames.all(of: "nan-sdf-naf.pcap").compactMap { frame -> [UInt8]? in
        switch frame.body {
        case .beacon(let beacon):
            var output = ByteWriter()
            beacon.elements.first(.vendorSpecific)?.serialize(into: &output)
            return output.bytes
        case .action:
            var output = ByteWriter()
            frame.body.serialize(into: &output)
            return output.bytes
        default: return nil
        }
    }

    private func parse(_ bytes: [UInt8]) throws(WireError) -> NANFrame {
        var input = ByteReader(bytes.span)
        return try NANFrame.parse(&input).frame
    }

    private func bytes(_ frame: NANFrame) -> [UInt8] {
        var output = ByteWriter()
        frame.serialize(into: &output)
        return output.bytes
    }

    @Test func nothingIsMadeOfBytesThatCouldNotBeRead() {
        let error = #expect(throws: WireJSONError.self) {
            try NANFrameJSON.values(from: #"[{"error": {"offset": 0}}]"#)
        }
        #expect(error?.description.hasPrefix("[0].error is alone") == true)
    }

    @Test func capturedFramesReadBack() throws {
        #expect(Self.captured.count == 12)
        for body in Self.captured {
            for pretty in [false, true] {
                let text = NANFrameJSON.text(of: try parse(body), pretty: pretty)
                #expect(try NANFrameJSON.values(from: text).map(bytes) == [body], "\(text)")
            }
        }
    }

    @Test func damagedFramesReadBack() throws {
        var random = SeededGenerator(seed: 61)
        for body in Self.captured {
            for _ in 0..<60 {
                var damaged = body
                for _ in 0..<random.number(in: 1...3) {
                    damaged[random.number(in: 7...damaged.count - 1)] = random.bytes(1)[0]
                }
                guard let frame = try? parse(damaged) else { continue }
                let text = NANFrameJSON.text(of: frame)
                #expect(try NANFrameJSON.values(from: text).map(bytes) == [bytes(frame)], "\(text)")
            }
        }
    }

    @Test(arguments: [
        "dd09506f9a130002000102ff", "dd09506f9a130002000102dd040050f202", "dd0a506f9a13000200804d02dd06506f9a130600",
        "dd04506f9a13dd04506f9a13",
    ])
    func elementsAndWhatFollowsThemReadBack(hex: String) throws {
        let bytes = try #require(Hex.decode(hex))
        let text = NANFrameJSON.text(of: try parse(bytes))
        #expect(try NANFrameJSON.values(from: text).map(self.bytes) == [bytes], "\(text)")
        var random = SeededGenerator(seed: UInt64(hex.count))
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<random.number(in: 1...3) {
                damaged[random.number(in: 6...damaged.count - 1)] = random.bytes(1)[0] & random.pick([7, 0xFF])
            }
            guard let frame = try? parse(damaged) else { continue }
            let text = NANFrameJSON.text(of: frame)
            #expect(try NANFrameJSON.values(from: text).map(self.bytes) == [damaged], "\(text)")
        }
    }

    @Test func manyAttributesOfABeaconTakeSeveralElements() throws {
        let value = String(repeating: "07", count: 300)
        let text = #"{"frame": "beacon", "attributes": [{"id": 221, "value": "\#(value)"}]}"#
        let frames = try NANFrameJSON.values(from: text)
        #expect(frames.map { bytes($0).count } == [303 + 12])
        let sizes = try NANFrameJSON.values(from: String(text.dropLast()) + #", "elementSizes": [251, 52]}"#)
        #expect(sizes.map(bytes) == frames.map(bytes))
    }

    @Test func aSubscribeNeedsLittle() throws {
        let frames = try NANFrameJSON.values(
            from: """
                {"attributes": [{"id": 3, "type": "subscribe", "serviceName": "org.example.photos", "instanceID": 1,
                 "matchingFilter": ["7631", ""]}]}
                """)
        #expect(frames.map(bytes).map(Hex.encode) == ["0409506f9a13030e0094f9f392d799010005" + "040276310" + "0"])
    }

    @Test func schedulesMayBeGivenInTimeUnits() throws {
        let frames = try NANFrameJSON.values(
            from: """
                {"subtype": 13, "attributes": [{"id": 18, "mapID": 1, "entries": [
                  {"rxNSS": 2, "timeBitmap": {"bitDuration": 32, "period": 1024, "startOffset": 64, "bitmap": "f0"},
                   "channels": [{"operatingClass": 124, "channelBitmap": 1}]}]}]}
                """)
        #expect(
            frames.map(bytes).map(Hex.encode) == ["0409506f9a180d12100000" + "0100" + "0b00e112210101f0117c010000"])
    }

    /// `…` stands for so many bytes.
    @Test(arguments: [
        (#""id": 3, "serviceName": "a", "serviceInfo": "…""#, 300, "serviceInfo does not fit into the attribute"),
        (
            #""id": 3, "serviceName": "a", "matchingFilter": ["…", "…"]"#, 200,
            "matchingFilter does not fit into the attribute"
        ),
        (
            #""id": 3, "serviceName": "a", "serviceResponseFilter": "…""#, 300,
            "serviceResponseFilter does not fit into the attribute"
        ),
        (#""id": 36, "key": "…""#, 70_000, "key does not fit into the attribute"),
        (#""id": 0, "rest": "…""#, 70_000, "rest does not fit into the attribute"),
        (#""id": 18, "entries": [{"rest": "…"}]"#, 70_000, "id is of an attribute that has no room"),
    ])
    func whatHasNoRoomHasItsPlace(members: String, count: Int, message: String) {
        let text = members.replacing("…", with: String(repeating: "ee", count: count))
        do throws(WireJSONError) {
            _ = try NANFrameJSON.values(from: #"{"attributes": [{\#(text)}]}"#)
            Issue.record("no error")
        } catch {
            #expect(error.description.hasPrefix("attributes[0]." + message))
        }
    }

    @Test(arguments: [
        (#"{"attributes": [{"id": 3}]}"#, "attributes[0].serviceID is missing"),
        (#"{"attributes": [{"masterPreference": 3}]}"#, "attributes[0].id is missing"),
        (#"{"attributes": [{"id": 99}]}"#, "attributes[0].value is missing"),
        (#"{"attributes": [{"id": 0, "preference": 3}]}"#, "attributes[0].preference is not known here"),
        (
            #"{"attributes": [{"id": 3, "serviceName": "a", "type": "publish", "control": 1}]}"#,
            "attributes[0].type contradicts the other members; leave one of them out"
        ),
        (
            #"{"attributes": [{"id": 3, "serviceName": "a", "serviceID": "94f9f392d799"}]}"#,
            "attributes[0].serviceName has another ID than serviceID; leave one of them out"
        ),
        (
            #"{"attributes": [{"id": 2, "serviceIDs": ["00"]}]}"#,
            "attributes[0].serviceIDs[0] is not a service ID of twelve hexadecimal digits"
        ),
        (#"{"category": 7, "attributes": []}"#, "category is neither 4 nor 9"),
        (#"{"trailing": "00"}"#, "trailing means nothing in action frames"),
        (#"{"rest": "010000"}"#, "rest begins with an attribute"),
        (
            #"{"frame": "beacon", "trailing": "dd04506f9a13"}"#,
            "elementSizes are not those of elements of at most 251 bytes that hold all"
        ),
        (
            #"{"frame": "beacon", "elementSizes": [252]}"#,
            "elementSizes are not those of elements of at most 251 bytes that hold all"
        ),
        (#"{"frame": "action"}"#, "subtype is missing"),
        (
            #"{"frame": "data"}"#,
            "frame is neither beacon nor serviceDiscovery nor action"
        ), ("[1]", "[0] is not an object"),
        ("{", "the JSON text is not JSON"),
    ])
    func whatMakesNoFrameHasItsPlace(json: String, message: String) {
        do throws(WireJSONError) {
            _ = try NANFrameJSON.values(from: json)
            Issue.record("no error")
        } catch {
            #expect(error.description == message)
        }
    }
}
