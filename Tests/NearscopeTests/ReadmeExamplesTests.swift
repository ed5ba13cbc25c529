import DNSWire
import Foundation
import PacketCapture
import PacketDissection
import PeerMessaging
import ServiceDiscovery
import Testing
import WireCoding
import WireTesting
import WirelessFrames

/// The examples of README.md, word for word, each followed by what it has to give.
@Suite struct ReadmeExamplesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func wireCodingWritesAndReadsBack() throws {
        var output = ByteWriter()
        output.writeUInt16(2)
        output.writeBytes([0xCA, 0xFE])
        let bytes = output.bytes
        var input = ByteReader(bytes.span)
        let length = try input.readUInt16("content length")
        let content = try input.readBytes(Int(length), "content")
        print(Hex.encode(content))  // cafe

        #expect(Hex.encode(content) == "cafe")
        #expect(input.remaining == 0)
    }

    @Test func dnsWireWritesAndReadsAQuery() throws {
        let name = DNSName(presentation: "_ipp._tcp.local.")!
        let query = DNSMessage(questions: [Question(name: name, type: .ptr)])
        var output = ByteWriter()
        try query.serialize(into: &output)
        let bytes = output.bytes
        var input = ByteReader(bytes.span)
        let message = try DNSMessage(parsing: &input)
        print(message.questions[0].name)  // _ipp._tcp.local.

        #expect(message == query)
        #expect(message.questions[0].name.description == "_ipp._tcp.local.")
    }

    @Test func serviceDiscoveryTakesNamesApart() throws {
        let name = ServiceInstanceName(DNSName(presentation: "Bruno's iPhone._mesh._tcp.local.")!)!
        print(name.instanceText, "offers", name.type)  // Bruno's iPhone offers _mesh._tcp
        let text = try TXTRecord([TXTRecord.Entry(key: "peerID", value: "3F25")])
        print(text.entry(forKey: "peerid")?.valueText ?? "none")  // 3F25

        #expect(name.instanceText == "Bruno's iPhone")
        #expect(name.type.description == "_mesh._tcp")
        #expect(text.entry(forKey: "peerid")?.valueText == "3F25")
    }

    @Test func wirelessFramesReadsHeadersOfASniffer() throws {
        let sender = LinkAddress(rawValue: 0x0200_0000_0001)
        var packet = ByteWriter()
        RadiotapHeader(groups: [[.rate(24), .signal(-47)]]).serialize(into: &packet)
        IEEE80211Header(
            frameControl: IEEE80211FrameControl(rawValue: 0x0080), address1: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF),
            address2: sender, address3: sender, sequenceControl: 0x0010
        ).serialize(into: &packet)
        let bytes = packet.bytes

        var input = ByteReader(bytes.span)
        let radio = try RadiotapHeader(parsing: &input)
        let frame = try IEEE80211Header(parsing: &input)
        for case .signal(let power) in radio.groups().groups.joined() {
            print(power, "dBm from", frame.source?.description ?? "nobody")  // -47 dBm from 02:00:00:00:00:01
        }

        #expect(radio.groups().groups == [[.rate(24), .signal(-47)]])
        #expect(frame.source?.description == "02:00:00:00:00:01")
    }

    @Test func peerMessagingReadsFramesFromSegments() throws {
        let sent = [
            MeshMessage(
                type: .identification(peerID: "3F25", displayName: "Bruno"), senderID: "3F25",
                timestamp: .secondsSince2001(816_920_534.5)),
            MeshMessage(
                type: .broadcast(payload: Array("hello".utf8)), senderID: "3F25",
                timestamp: .secondsSince2001(816_920_538.75)),
        ]
        let segments = try Self.segments(of: sent, size: 100)

        var decoder = LengthPrefixedFrameDecoder()
        var messages: [MeshMessage] = []
        for segment in segments {
            var position = 0
            while let frame = try decoder.next(in: segment.span, at: &position) {
                switch frame.body {
                case .inline(let range): messages.append(try MeshMessage(parsing: segment.span.extracting(range)))
                case .assembled: messages.append(try MeshMessage(parsing: decoder.assembledBody))
                case .skipped: break
                }
            }
        }

        #expect(messages == sent)
        #expect(decoder.isAtFrameBoundary)
    }

    @Test func packetCaptureReadsPackets() throws {
        let path = Self.root.appending(path: "Fixtures/mesh2-basic.alice.pcap").path

        let file = try CaptureFile.open(path: path)
        var reader = try file.makeReader()
        var bytes = 0
        while let packet = try reader.next() {
            bytes += reader.bytes.count
            if packet.frame == 1 { print("captured on", reader.linkType.name) }  // captured on ETHERNET
        }

        #expect(reader.interfaces[0].packets == 197)
        #expect(bytes == (file.size ?? 0) - 24 - 16 * 197)
        #expect(reader.linkType == .ethernet)
    }

    @Test func packetDissectionFindsPayload() throws {
        let path = Self.root.appending(path: "Fixtures/mesh2-basic.alice.pcap").path

        var reader = try CaptureFile.open(path: path).makeReader()
        var payload = 0
        while let record = try reader.next() {
            let packet = PacketDissector.dissect(
                reader.bytes, linkType: reader.linkType, originalLength: record.originalLength)
            if packet.transport == .tcp { payload += packet.payloadLength }
        }
        print(payload, "bytes over TCP")  // 29633 bytes over TCP

        #expect(payload == 29633)
    }

    @Test func wireTestingMakesRepeatableBytes() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<1000 {
            let name = try DNSName(labels: [generator.bytes(generator.number(in: 1...63))])
            var output = ByteWriter()
            name.serialize(into: &output)
            let bytes = output.bytes
            var input = ByteReader(bytes.span)
            let parsed = try DNSName(parsing: &input)
            #expect(parsed.wireForm == name.wireForm)
        }
    }

    /// Whoever changes an example in one place has to change it in the other.
    @Test func readmeShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let examples = try Self.examples()
        #expect(examples.count == 8)
        for example in examples {
            #expect(source.contains("\n" + example + "\n"), "not the code of a test here: \(example)")
        }
    }
}

extension ReadmeExamplesTests {
    /// A stream of framed messages, cut into pieces as TCP may cut it.
    private static func segments(of messages: [MeshMessage], size: Int) throws -> [[UInt8]] {
        var stream = ByteWriter()
        for message in messages {
            var body = ByteWriter()
            try message.serialize(into: &body)
            let json = body.bytes
            try LengthPrefixedFrameEncoder.encode(body: json.span, into: &stream)
        }
        let bytes = stream.bytes
        return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }

    /// The Swift blocks of README.md, indented as the body of a test.
    private static func examples() throws -> [String] {
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        return readme.components(separatedBy: "```swift\n").dropFirst().map { part in
            part.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
                .map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n")
        }
    }
}
