import DNSWire
import Foundation
import PacketCapture
import PacketDissection
import PeerMessaging
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames
import TestSupport

/// The examples of README.md, word for word, each followed by what it has to give.
@Suite struct ReadmeExamplesTests {
    private static let root = Fixture.repository

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

    @Test func dnsWireReadsAMessage() throws {
        let bytes = Hex.decode(
            "000084000000000100000000045f697070045f746370056c6f63616c00000c0001"
                + "00001194000a074b69746368656ec00c")!
        let (message, error) = DNSMessage.parsePrefix(bytes.span)
        for case .pointer(let instance) in message.answers.map(\.data) {
            print(instance, error?.description ?? "in a sound message")  // Kitchen._ipp._tcp.local. in a sound message
        }

        #expect(message.answers.count == 1)
        #expect(message.answers[0].data == .pointer(DNSName(presentation: "Kitchen._ipp._tcp.local.")!))
        #expect(error == nil)
    }

    @Test func dnsWireBuildsAProbe() throws {
        let name = DNSName(presentation: "Kitchen._ipp._tcp.local.")!
        let location = ServiceLocation(port: 631, target: DNSName(presentation: "kitchen.local.")!)
        let wanted = ResourceRecord(name: name, type: .srv, ttl: 120, data: .service(location))
        print(try DNSMessage.probe(for: [wanted]).bytes().count, "bytes")  // 69 bytes

        #expect(try DNSMessage.probe(for: [wanted]).bytes().count == 69)
    }

    @Test func serviceDiscoveryTakesNamesApartAndBuildsAnnouncements() throws {
        let name = try ServiceInstanceName(presentation: #"Bruno\032(2)._mesh._tcp.local."#)
        print(name.instanceText, "offers", name.type)  // Bruno (2) offers _mesh._tcp
        var text = try TXTRecord([TXTRecord.Entry(key: "peerID", value: "3F25")])
        try text.setValue("Bruno", forKey: "displayName")
        print(text["PEERID"]?.valueText ?? "none", text.remarks.count)  // 3F25 1
        let service = try ServiceRegistration(
            name: name, port: 9000, host: DNSName(presentation: "bruno.local.")!, attributes: text)
        print(try service.announcement()[0].answers.map(\.type))  // [PTR, PTR, SRV, TXT]

        #expect(name.instanceText == "Bruno (2)")
        #expect(name.type.description == "_mesh._tcp")
        #expect(text["PEERID"]?.valueText == "3F25")
        #expect(text.remarks.map(\.kind) == [.longKey(length: 11)])
        #expect(try service.announcement().map { $0.answers.map(\.type) } == [[.ptr, .ptr, .srv, .txt]])
    }

    @Test func serviceDiscoveryRenamesAndPredicts() throws {
        let rule = RenameRule(.apple, .service)
        var generator = SystemRandomNumberGenerator()
        print(try rule.next(after: "iPad (2)", using: &generator))  // iPad (3)
        print(RenameRule.rules(from: "iPad", to: "iPad #2", of: .service)[0].family)  // avahi
        let name = try ServiceInstanceName(instance: "iPad", type: ServiceType(validating: "_mesh._tcp"))
        let service = try ServiceRegistration(name: name, port: 9000, host: DNSName(presentation: "ipad.local.")!)
        var claim = NameClaim(try ClaimedRecords(service), profile: .apple)
        _ = claim.start(at: 0, using: &generator)
        print(claim.nextExpected!.message)  // probe(1)

        #expect(try rule.next(after: "iPad (2)", using: &generator) == "iPad (3)")
        #expect(RenameRule.rules(from: "iPad", to: "iPad #2", of: .service)[0].family == .avahi)
        #expect(claim.records.announcement.answers.map(\.type) == [.ptr, .ptr, .srv, .txt])
        #expect(claim.nextExpected?.message == .probe(1))
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
            print(power, "dBm from", frame.source?.description ?? "unknown")  // -47 dBm from 02:00:00:00:00:01
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

    @Test func wireTestingSaysWhatHolds() throws {
        try expectRoundTrip(Generator<DNSMessage>.extreme, seed: 7)
        try expectNoCrash(parsing: Generator<DNSMessage>.plausible.wireForms, mutators: Mutator.dns) { bytes in
            _ = try DNSMessage.parsed(bytes)
        }
    }

    /// Whoever changes an example in one place has to change it in the other.
    @Test func readmeShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let examples = try Self.examples()
        #expect(examples.count == 10)
        for example in examples {
            #expect(source.contains("\n" + example + "\n"), "not the code of a test here: \(example)")
        }
    }

    /// `.ci/run` does the same for the first sample, which is that of the first command.
    @Test func readmeShowsWhatServicesPrints() throws {
        let samples = try Self.blocks("text")
        #expect(samples.count == 2)
        let outcome = try BuiltTool.run(
            "services", BuiltTool.fixture("bonjour/apple-threeway-rename.pcap"), "--instance", "iPad (3)")
        #expect(outcome.text == samples[1] + "\n")
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
        try blocks("swift").map { block in
            block.components(separatedBy: "\n").map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n")
        }
    }

    /// The blocks of README.md in that language.
    private static func blocks(_ language: String) throws -> [String] {
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        return readme.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }
}
