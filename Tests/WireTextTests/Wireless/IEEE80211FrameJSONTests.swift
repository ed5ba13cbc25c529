import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import WireText

@Suite struct IEEE80211FrameJSONTests {
    private func bytes(_ frame: IEEE80211Frame) -> [UInt8] {
        var output = ByteWriter()
        frame.serialize(into: &output)
        return output.bytes
    }

    @Test func capturedFramesReadBack() throws {
        let frames = CapturedFrames.all(of: "awdl-variants.pcap") + CapturedFrames.all(of: "nan-sdf-naf.pcap")
        #expect(frames.count == 36)
        for frame in frames {
            let text = IEEE80211FrameJSON.text(of: frame)
            #expect(try IEEE80211FrameJSON.values(from: text) == [frame], "\(text)")
        }
    }

    @Test func anyFrameReadsBack() throws {
        var random = SeededGenerator(seed: 0x8021)
        for _ in 0..<2000 {
            var raw = random.bytes(random.number(in: 10...100))
            raw[0] &= 0xFC
            var input = ByteReader(raw.span)
            let flags: RadiotapFlags = random.chance(1, in: 2) ? .frameCheckSequence : []
            guard let frame = try? IEEE80211Frame(parsing: &input, flags: flags) else { continue }
            let text = IEEE80211FrameJSON.text(of: frame)
            #expect(try IEEE80211FrameJSON.values(from: text).map(bytes) == [raw], "\(text)")
        }
    }

    @Test func anAuthenticationOfAnyAlgorithmReadsBack() throws {
        var random = SeededGenerator(seed: 0x5AE)
        for algorithm in UInt8(0)...6 {
            let start: [UInt8] = [0xB0, 0, 0, 0] + random.bytes(18) + [0x10, 0, algorithm, 0, 1, 0, 0, 0]
            let raw = start + random.bytes(random.number(in: 0...60))
            var input = ByteReader(raw.span)
            let frame = try IEEE80211Frame(parsing: &input)
            let text = IEEE80211FrameJSON.text(of: frame)
            #expect(try IEEE80211FrameJSON.values(from: text) == [frame], "\(text)")
        }
    }

    private static func management(_ control: String, _ members: String) -> String {
        #"""
        {"frameControl": \#(control), "address1": "02:00:00:00:00:01", "address2": "02:00:00:00:00:02",
         "address3": "02:00:00:00:00:02"\#(members)}
        """#
    }

    private static func action(_ members: String) -> String { management("208", ", " + members) }

    @Test func actionsOfVendorsMayBeGiven() throws {
        let frames = try IEEE80211FrameJSON.values(
            from: "[" + Self.action(#""category": 127, "organization": "0017f2", "content": "08""#) + ","
                + Self.action(#""category": 4, "organization": "506f9a""#) + ","
                + Self.action(#""category": 3, "action": 9"#) + "]")
        #expect(frames.map { Hex.encode(Array(bytes($0)[24...])) } == ["7f0017f208", "0409506f9a", "0309"])
    }

    @Test func aBodyIsWrittenAsItIs() throws {
        for body in ["", "0102", "7f05", "0409"] {
            let frames = try IEEE80211FrameJSON.values(from: Self.action(#""body": "\#(body)""#))
            #expect(frames.map { Hex.encode(Array(bytes($0)[24...])) } == [body])
        }
    }

    @Test func flagsMayBeGivenByName() throws {
        let frames = try IEEE80211FrameJSON.values(
            from: """
                {"type": 2, "subtype": 8, "retry": true, "tid": 6, "sequenceNumber": 509, "body": "aaaa03",
                 "address1": "02:00:00:00:00:01", "address2": "02:00:00:00:00:02", "address3": "00:25:00:ff:94:73"}
                """)
        #expect(
            frames.map(bytes).map(Hex.encode) == ["88080000020000000001020000000002002500ff9473d01f0600aaaa03"])
    }

    @Test func controlFramesOfOtherShapesMayBeGiven() throws {
        let frames = try IEEE80211FrameJSON.values(
            from: #"""
                [{"type": 1, "subtype": 6, "controlFrameExtension": 8, "address1": "02:00:00:00:00:01", "body": "aa"},
                 {"frameControl": 116, "address1": "02:00:00:00:00:01", "carriedFrameControl": 180,
                  "htControl": "01020304"}]
                """#)
        let hex = ["64080000020000000001aa", "74000000020000000001b40001020304"]
        #expect(frames.map(bytes).map(Hex.encode) == hex)
        for frame in frames {
            #expect(try IEEE80211FrameJSON.values(from: IEEE80211FrameJSON.text(of: frame)) == [frame])
        }
    }

    @Test func theRightCheckSequenceIsComputed() throws {
        let frames = try IEEE80211FrameJSON.values(
            from: #"{"frameControl": 212, "address1": "02:00:00:00:00:01", "fcsPresent": true}"#)
        #expect(frames.map(bytes).map(Hex.encode) == ["d4000000020000000001d8d6bf8f"])
    }

    @Test func aNetworkMayBeNamed() throws {
        let frames = try IEEE80211FrameJSON.values(
            from: """
                {"type": 0, "subtype": 8, "address1": "ff:ff:ff:ff:ff:ff", "address2": "02:00:00:00:00:02",
                 "address3": "02:00:00:00:00:02", "elements": [{"ssid": "Home"}, {"channel": 6}]}
                """)
        guard case .beacon(let beacon)? = frames.first?.body else {
            Issue.record("no beacon")
            return
        }
        #expect(beacon.interval == 100 && beacon.elements.ssid == Array("Home".utf8))
        #expect(beacon.elements.elements.last == InformationElement(DSParameterElement(channel: 6)))
    }

    @Test(arguments: [
        (
            #"{"error": {"offset": 0, "message": "802.11 version at offset 0 has the impossible value 2"}}"#,
            "error is alone: the bytes could not be read, and there is nothing to write"
        ),
        (#"{"frameControl": 212}"#, "address1 is missing"),
        (#"{"frameControl": 1, "address1": "02:00:00:00:00:01"}"#, "frameControl is of another version than 0"),
        (
            #"{"frameControl": 212, "retry": true, "address1": "02:00:00:00:00:01"}"#,
            "retry contradicts the other members; leave one of them out"
        ),
        (
            #"{"frameControl": 212, "address1": "02:00:00:00:00:01", "address2": "02:00:00:00:00:02"}"#,
            "address2 is not known here"
        ),
        (
            #"{"type": 1, "subtype": 6, "retry": true, "address1": "02:00:00:00:00:01"}"#,
            "retry contradicts the other members; leave one of them out"
        ),
        (
            #"{"frameControl": 116, "htControl": "00000000", "address1": "02:00:00:00:00:01"}"#,
            "carriedFrameControl is missing"
        ),
        (Self.action(#""category": 127, "action": 5"#), "organization is missing"),
        (Self.action(#""category": 4, "action": 9"#), "organization is missing"),
        (
            Self.action(#""category": 3, "organization": "506f9a""#),
            "organization means nothing in frames of this category"
        ),
        (Self.action(#""duration": 0"#), "category is missing, or a body"),
        (Self.action(#""cipherHeader": "01020380""#), "frameControl is of a frame that has no such body"),
        (
            Self.action(#""category": 3, "action": 0, "headerPadding": "00""#),
            "headerPadding does not fill the header up to a multiple of four bytes"
        ),
        (Self.management("128", ""), "elements is missing, or a body"),
        (
            Self.management("128", #", "elements": [], "rest": "0000""#),
            "frameControl is of a frame that has no such body"
        ),
        (
            Self.management("8", #", "subframes": []"#), "frameControl is of a frame that has no such body"
        ),
    ])
    func whatMakesNoFrameHasItsPlace(json: String, message: String) {
        do throws(WireJSONError) {
            _ = try IEEE80211FrameJSON.values(from: json)
            Issue.record("no error")
        } catch {
            #expect(error.description == message)
        }
    }
}
