import Foundation
import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

import TestSupport
@testable import WireText

@Suite struct AWDLFrameJSONTests {
    /// What the frames of the captures in Fixtures/wireless have for AWDL.
    static let captured: [[UInt8]] = {
        let folder = Fixture.url("wireless")
        let all = ["awdl-variants.pcap", "owl-mixed-sequences.pcap"].map { name in
            (try? bodies(ofCapture: folder.appending(path: name).path)) ?? []
        }
        return all[0] + all[1].prefix(40)
    }()

    private static func bodies(ofCapture path: String) throws -> [[UInt8]] {
        var reader = try CaptureFile.open(path: path).makeReader()
        var bodies: [[UInt8]] = []
        while try reader.next() != nil {
            let bytes = reader.bytes
            guard let radiotap = RadiotapView(bytes) else { continue }
            let control = IEEE80211FrameControl(rawValue: bytes.littleEndianUInt16(at: radiotap.length))
            let start = radiotap.length + control.headerSize
            let end = bytes.count - (radiotap.flags.contains(.frameCheckSequence) ? FrameCheckSequence.size : 0)
            guard start < end else { continue }
            let body = bytes.copied(start..<end)
            if VendorFrameKind(control, body: body.span) == .awdl { bodies.append(body) }
            if control.type == .data, body.starts(with: [0xAA, 0xAA, 3, 0, 0x17, 0xF2, 8, 0]) {
                bodies.append(Array(body.dropFirst(8)))
            }
        }
        return bodies
    }

    private func bytes(_ content: AWDLContent) -> [UInt8] {
        var output = ByteWriter()
        content.serialize(into: &output)
        return output.bytes
    }

    private func contents(_ text: String) throws -> [AWDLContent] { try AWDLFrameJSON.values(from: text) }

    @Test func capturedFramesReadBack() throws {
        #expect(Self.captured.count > 50)
        for body in Self.captured {
            for pretty in [false, true] {
                let text = AWDLFrameJSON.text(of: try AWDLContent(body), pretty: pretty)
                #expect(try contents(text).map(bytes) == [body], "\(text)")
            }
        }
    }

    @Test func damagedFramesReadBack() throws {
        var generator = SeededGenerator(seed: 60)
        for body in Self.captured {
            for _ in 0..<8 {
                var damaged = body
                for _ in 0..<generator.number(in: 1...5) {
                    let place = generator.number(in: 8...damaged.count - 1)
                    if generator.chance(1, in: 2) {
                        damaged[place] = generator.pick([0, 1, 0x40, 0xC0, 0xFF])
                    } else {
                        damaged[place] = UInt8(truncatingIfNeeded: generator.next())
                    }
                }
                guard let content = try? AWDLContent(damaged) else { continue }
                let text = AWDLFrameJSON.text(of: content)
                #expect(try contents(text).map(bytes) == [damaged], "\(text)")
            }
        }
    }

    @Test func elementsOfAnyBytesReadBack() throws {
        var generator = SeededGenerator(seed: 61)
        for _ in 0..<1000 {
            let type = AWDLTLVType(rawValue: generator.pick([2, 4, 5, 6, 7, 12, 16, 17, 18, 20, 21, 24, 28, 33]))
            var value = generator.bytes(generator.number(in: 0...80))
            // Counts, flags and lengths that leave room for what they announce.
            for index in value.indices.prefix(8) where generator.chance(1, in: 2) {
                value[index] = UInt8(generator.number(in: 0...3))
            }
            var input = ByteReader(value.span)
            let element = AWDLTLV(type: type, parsing: &input)
            let header = AWDLActionHeader(subtype: .masterIndication, phyTxTime: 1, targetTxTime: 0)
            let frame = AWDLContent.action(AWDLActionFrame(header: header, elements: [element]))
            let text = AWDLFrameJSON.text(of: frame)
            #expect(try contents(text).map(bytes) == [bytes(frame)], "\(text)")
        }
    }

    @Test func littleIsNeeded() throws {
        let text = """
            [{"subtype": "PSF"},
             {"subtype": 3, "phyTxTime": 5, "tlvs": [
                {"type": 21, "version": "3.4", "deviceClass": 2},
                {"type": 18, "channels": [6, 0, 149]},
                {"type": 18, "encoding": 1, "channels": [6, 36, 0]},
                {"type": 16, "hostName": "a.local"},
                {"type": 12, "countryCode": "DE", "awdlAddress": "02:00:00:00:00:01"},
                {"type": 6, "values": [0, 158]},
                {"type": 33, "channel": 37, "operatingClass": 134},
                {"type": 17, "elements": [{"id": 1, "body": "82"}, {"ssid": "lab"}]},
                {"type": 2, "name": "_http._tcp.local", "recordType": 12, "pointer": "a"}]},
             {"etherType": 34525, "packet": "60"}]
            """
        let written = try contents(text).map { Hex.encode(bytes($0)) }
        #expect(written[0] == "7f0017f2081000000000000000000000")
        #expect(
            written[1] == "7f0017f2081003000500000000000000" + "1502003402" + "120f0002030003ffff065100009580000000"
                + "120f0002010003ffff2b061b240000000000" + "100500030161c00c"
                + "0c0b00040144450002000000000 1".filter { $0 != " " }
                + "060b00000000000001000800 0140".filter { $0 != " " }
                + "210e00010000002586010000000000 0000".filter { $0 != " " } + "110800010182" + "00036c6162"
                + "021300 0900 055f68747470c00a 0c 0400 0000 0161c000".filter { $0 != " " })
        #expect(written[2] == "0304000000" + "0086dd60")
    }

    @Test(arguments: [
        ("[", "the JSON text is not JSON"), ("7", "the JSON text is not an object"), ("{}", "subtype is missing"),
        (#"{"error": {"offset": 0}}"#, "error is alone: the bytes could not be read"),
        (#"{"subtype": "XYZ"}"#, "subtype is neither PSF nor MIF, nor a number from 0 to 255"),
        (#"{"subtype": 256}"#, "subtype is not a whole number from 0 to 255"),
        (
            #"{"subtype": "PSF", "txDelay": 12, "phyTxTime": 1}"#,
            "txDelay contradicts phyTxTime and targetTxTime; leave it out"
        ),
        (#"{"subtype": 3, "type": 9}"#, "type is not 8, as it is in AWDL"),
        (#"{"subtype": 3, "color": 1}"#, "color is not known here; there may be type, headerVersion"),
        (
            #"{"subtype": 3, "headerVersion": "1.16"}"#,
            "headerVersion is not a version such as 3.4, with numbers up to 15"
        ),
        (#"{"subtype": 3, "tlvs": [{"type": 28}]}"#, "tlvs[0].value is missing"),
        (
            #"{"subtype": 3, "tlvs": [{"type": 21, "value": "3"}]}"#,
            "tlvs[0].value has characters that are not hexadecimal digits"
        ),
        (
            #"{"subtype": 3, "tlvs": [{"type": 18, "channels": [6], "operatingClasses": []}]}"#,
            "tlvs[0].operatingClasses must have as many numbers as channels"
        ),
        (
            #"{"subtype": 3, "tlvs": [{"type": 18, "encoding": 1, "slots": ["1d97"], "channels": [151]}]}"#,
            "tlvs[0].channels contradicts slots; leave one of them out"
        ),
        (#"{"subtype": 3, "tlvs": [{"type": 18, "channels": []}]}"#, "tlvs[0].channels must have 1 to 256 channels"),
        (
            #"{"subtype": 3, "tlvs": [{"type": 6, "values": [9], "mask": 1}]}"#,
            "tlvs[0].mask lacks a group that values are in"
        ),
        (
            #"{"subtype": 3, "tlvs": [{"type": 12, "flags": 256}]}"#,
            "tlvs[0].flags says that there are other fields than there are"
        ),
        (
            #"{"subtype": 3, "tlvs": [{"type": 5, "masterAddress": "02:00:00:00:00:01", "flags": 1}]}"#,
            "tlvs[0].flags must be 0 without privateElection, and another number with it"
        ),
        (
            #"{"subtype": 3, "tlvs": [{"type": 16, "hostName": "a", "hostNameBytes": "0162"}]}"#,
            "tlvs[0].hostName contradicts hostNameBytes; leave one of them out"
        ),
        (#"{"subtype": 3, "tlvs": [{"type": 16, "hostName": ".."}]}"#, "tlvs[0].hostName is not a name with labels"),
        (#"{"etherType": 1, "form": "long", "tlvs": [{"type": 3}]}"#, "tlvs[0].type is 3, which ends the elements"),
        (#"{"etherType": 1, "mark": 768}"#, "mark begins like the long form"),
        // Of several errors the first in the text is reported.
        (#"[{"subtype": "PSF"}, {}, 7, {"error": {"offset": 0}}]"#, "[1].subtype is missing"),
        (#"[{"subtype": "PSF"}, {"error": {"offset": 0}}, {}, 7]"#, "[1].error is alone"),
    ])
    func whatMakesNoFrameIsTold(text: String, complaint: String) {
        let error = #expect(throws: WireJSONError.self) { try AWDLFrameJSON.values(from: text) }
        #expect(error?.description.hasPrefix(complaint) == true, "\(error?.description ?? "")")
    }

    private static func pointer(nameBytes: Int) -> String {
        let name = String(repeating: "0161", count: nameBytes / 2)
        return #"{"subtype": 3, "tlvs": [{"type": 2, "nameBytes": "\#(name)", "recordType": 12, "pointer": "a"}]}"#
    }

    private static func element(_ members: String) -> String { #"{"subtype": 3, "tlvs": [{\#(members)}]}"# }

    @Test(arguments: [
        (
            pointer(nameBytes: 80_000),
            "tlvs[0] cannot be written: AWDL service response at offset 3 is 80011 bytes long, the limit is 65535"
        ),
        (
            element(#""type": 28, "value": "\#(String(repeating: "00", count: 70_000))""#),
            "tlvs[0] cannot be written: AWDL TLV at offset 3 is 70000 bytes long, the limit is 65535"
        ),
        (
            element(
                #""type": 20, "addresses": ["#
                    + Array(repeating: #""02:00:00:00:00:01""#, count: 11_000).joined(separator: ",") + "]"),
            "tlvs[0] cannot be written: AWDL TLV at offset 3 is 66000 bytes long, the limit is 65535"
        ),
        (
            element(#""type": 21, "version": "3.4", "trailing": "\#(String(repeating: "00", count: 65_534))""#),
            "tlvs[0] cannot be written: AWDL TLV at offset 3 is 65536 bytes long, the limit is 65535"
        ),
        (
            element(#""type": 33, "value": "0100000025860100002000000000", "channel": 38"#),
            "tlvs[0].channel contradicts the other members; leave one of them out"
        ),
        (element(#""type": 28, "value": "01", "mark": 1"#), "tlvs[0].mark is not known here"),
        // The capabilities go to the end of their element.
        (
            element(#""type": 7, "supportedMCSSet": "ff", "trailing": "00""#),
            "tlvs[0] cannot be written: AWDL TLV at offset 0 has the impossible value 7"
        ),
        (
            element(#""type": 17, "elements": [{"id": 1, "body": "\#(String(repeating: "00", count: 256))"}]"#),
            "tlvs[0].elements[0].body has 256 bytes; there is room for 255"
        ),
        (
            element(#""type": 17, "elements": [{"id": 0, "body": "6c6162", "ssid": "den"}]"#),
            "tlvs[0].elements[0].ssid contradicts the other members"
        ),
        (
            element(#""type": 2, "name": "a", "recordType": 16, "data": "0161", "strings": ["b"]"#),
            "tlvs[0].strings contradicts data; leave one of them out"
        ),
        (
            #"{"subtype": 3, "rest": "1502003401"}"#,
            "the JSON text cannot be written: rest of the AWDL action frame at offset 16 has the impossible value 21"
        ),
        (
            #"[{"subtype": 3}, {"etherType": 34525, "head": 17664}]"#,
            "[1] cannot be written: head of the AWDL data header at offset 0 has the impossible value 17664"
        ),
    ])
    func whatAFrameHasNoRoomForIsTold(text: String, complaint: String) {
        let error = #expect(throws: WireJSONError.self) { try AWDLFrameJSON.values(from: text) }
        #expect(error?.description.hasPrefix(complaint) == true, "\(error?.description ?? "")")
    }

    @Test func theLongestNameIsWritten() throws {
        let longest = 65_535 - 7 - 5
        let name = String(repeating: "0161", count: longest / 2)
        let text = Self.element(#""type": 2, "nameBytes": "\#(name)", "recordType": 12, "pointer": "ab""#)
        #expect(try contents(text).map(bytes)[0].count == 16 + 3 + 65_534)
        #expect(throws: WireJSONError.self) { try contents(Self.pointer(nameBytes: longest + 3)) }
    }

    @Test func aDataHeaderOfAnotherKindIsMalformed() throws {
        let view = RadioMessageView(awdl: [3, 5, 0, 0, 0, 0, 0x86, 0xDD, 0x60])
        #expect(!view.isWellFormed)
        #expect(view.text.contains("malformed: AWDL data header at offset 0 has the impossible value 773"))
        #expect(RadioMessageView(awdl: [3, 4, 0, 0, 0, 0, 0x86, 0xDD, 0x60]).isWellFormed)
    }

    @Test func framesAreShownWithWhatIsWrong() throws {
        let bytes = try #require(Hex.decode("7f0017f2081003001000000010000000 1502003401 150100ff 04"))
        let view = RadioMessageView(awdl: bytes)
        #expect(!view.isWellFormed)
        #expect(
            view.text.split(separator: "\n").map(String.init)[2...] == [
                "  21  version, 2 bytes", "      version=3.4 deviceClass=1", "  21  version, 1 byte", "      value=ff",
                "malformed: AWDL version at offset 24 needs 2 bytes, 1 are there within the AWDL TLV length",
                "    … 15 02 00 34 01 15 01 00 [ff] 04",
                "malformed: AWDL TLV header at offset 25 needs 3 bytes, 1 are there",
                "    … 02 00 34 01 15 01 00 ff [04]",
            ])
        // From the type on offsets count in what was given.
        #expect(RadioMessageView(awdl: Array(bytes[4...])).text.contains("version at offset 20 needs"))
        #expect(RadioMessageView(awdl: [0x7F, 0, 0x17]).text.hasPrefix("no AWDL frame\nmalformed: "))
    }
}
