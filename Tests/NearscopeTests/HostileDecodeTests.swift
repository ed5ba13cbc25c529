import Foundation
import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// `decode` shown bytes with names and texts that were made to do harm, of every kind that it reads. It shows all that it was
/// given, so its lines are as long as that.
@Suite struct HostileDecodeTests {
    private static let formats = ["text", "json"]

    /// Runs `decode` in both formats on these bytes.
    ///
    /// - Returns: What it says in text.
    @discardableResult
    private func decode(_ kind: String..., bytes: [UInt8], status: Set<Int32> = [0]) throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(Hex.encode(bytes).utf8), to: "input.hex")
        var text = ""
        for format in Self.formats {
            let outcome = try BuiltTool.run(arguments: ["decode"] + kind + ["--file", path, "--format", format])
            #expect(status.contains(outcome.status), "\(kind) \(outcome.errors)")
            HostileText.expectHarmless(outcome.output, "\(kind) \(format)", longestLine: nil)
            HostileText.expectHarmless(Data(outcome.errors.utf8), "standard error of \(kind)")
            if format == "json", !outcome.output.isEmpty {
                #expect(throws: Never.self, "\(kind)") { try JSONSerialization.jsonObject(with: outcome.output) }
            } else {
                text = outcome.text
            }
        }
        return text
    }

    // MARK: - What hosts of HostileTraffic send

    /// What the attacker of each attack sends: the payloads of its packets, in order.
    private static func payloads(
        of transport: DissectedPacket.Transport
    ) throws -> [(attack: ConversationTruth.HostilePackets, payloads: [[UInt8]])] {
        var capture = SyntheticCapture()
        let truth = try HostileTraffic(longText: 20_000, seed: 4).write(into: &capture)
        let addresses = Dictionary(uniqueKeysWithValues: truth.hosts.map { ($0.name, $0.address) })
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        var payloads: [Int: [[UInt8]]] = [:]
        while let record = try reader.next() {
            let packet = PacketDissector.dissect(
                reader.bytes, linkType: .ethernet, originalLength: record.originalLength)
            guard packet.transport == transport, packet.payloadLength > 0,
                let number = truth.packets.firstIndex(where: { ($0.firstFrame...$0.lastFrame).contains(record.frame) }),
                "\(packet.source)" == addresses[truth.packets[number].host]
            else { continue }
            let span = reader.bytes.extracting(packet.payloadOffset..<packet.payloadOffset + packet.payloadLength)
            payloads[number, default: []].append(span.indices.map { span[$0] })
        }
        return payloads.sorted { $0.key < $1.key }.map { (truth.packets[$0.key], $0.value) }
    }

    @Test func messagesOfDNS() throws {
        let attacks = try Self.payloads(of: .udp)
        var stream: [UInt8] = []
        for payload in attacks.filter({ !$0.attack.isMalformed }).flatMap(\.payloads) {
            stream += [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
        }
        let text = try decode("dns", "--tcp", bytes: stream)
        // Harmless is not left out.
        #expect(text.contains("DROP TABLE sessions") && text.contains("HYPERLINK") && text.contains("onerror"))
        for (attack, payloads) in attacks where attack.isMalformed {
            for payload in payloads {
                #expect(try decode("dns", bytes: payload, status: [1]).contains("malformed"), "\(attack.kind)")
            }
        }
    }

    @Test func messagesOfAMesh() throws {
        let attacks = try Self.payloads(of: .tcp)
        let harmless = attacks.filter { !$0.attack.isMalformed }.flatMap { $0.payloads.joined() }
        let text = try decode("mesh", bytes: harmless)
        #expect(text.contains("<img src=x onerror=alert(1)>") && text.contains("photo\\u{202E}gpj"))
        for (attack, payloads) in attacks where attack.isMalformed {
            try decode("mesh", bytes: Array(payloads.joined()), status: [1])
            try decode("mesh", "--resync", bytes: Array(payloads.joined()), status: [0, 1])
        }
    }

    // MARK: - Others

    @Test(arguments: HostileText.examples) func events(text: String) throws {
        let name = try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
        let event = Array("{".utf8) + name + Array(":{\"by\":".utf8) + name + Array("}}".utf8)
        try decode("event", bytes: event)
        // As it stands there it is no JSON, or has unescaped controls.
        try decode("event", bytes: Array("{\"\(text)\":\(text)}".utf8) + [0xFF], status: [1])
    }

    @Test(arguments: HostileText.examples) func framesOfAWDL(text: String) throws {
        let name = AWDLName(items: [.label(Array(text.utf8)), .code(.local)])
        var node = AWDLNode(
            address: LinkAddress(rawValue: 0x0200_0000_0001), name: name,
            channelSequence: AWDLChannelSequence(
                encoding: .operatingClass, slots: [UInt16](repeating: 0x2C80, count: 16)))
        node.services = [AWDLServiceResponse(name: name, data: .text([Array(text.utf8)]))]
        var action = ByteWriter()
        node.masterIndicationFrame(at: 0).serialize(into: &action)
        try decode("awdl", bytes: action.bytes)
        try decode("awdl", bytes: Array(action.bytes.dropLast()), status: [1])

        var writer = AWDLFrameWriter(source: node.address, channelFrequency: 5220)
        let frame = writer.bytes(of: node.masterIndicationFrame(at: 0), tsft: 0)
        try decode("radiotap", bytes: frame)
        var input = ByteReader(frame.span)
        _ = try RadiotapHeader(parsing: &input)
        try decode("80211", bytes: input.readRemainingBytes())
    }

    @Test(arguments: HostileText.examples) func beaconsAndFramesOfWiFiAware(text: String) throws {
        let content = Array(text.utf8)
        // A beacon with the text as its network's name.
        let beacon = try #require(
            Hex.decode("80000000ffffffffffff0211223344550211223344551000010000000000000064003104"))
        let shown = try decode("80211", bytes: beacon + [0, UInt8(content.count)] + content)
        if text.hasPrefix("'") { #expect(shown.contains("DROP TABLE nodes")) }
        // A follow-up with the text as its service info.
        let service = try #require(Hex.decode("94f9f392d799010012")) + [UInt8(content.count)] + content
        let followUp = try #require(Hex.decode("0409506f9a13")) + [3, UInt8(service.count), 0] + service
        try decode("nan", bytes: followUp)
        try decode("nan", bytes: Array(followUp.dropLast()), status: [1])
    }

    @Test(arguments: ["dns", "mesh", "event", "awdl", "radiotap", "80211", "nan"])
    func inputThatIsNone(kind: String) throws {
        let folder = try TemporaryFolder()
        for text in HostileText.examples {
            let path = try folder.write(Array(text.utf8), to: "input.hex")
            for arguments in [["--file", path], ["--file=" + text], ["--", text]] {
                let outcome = try BuiltTool.run(arguments: ["decode", kind] + arguments)
                #expect([1, 65, 66].contains(outcome.status), "\(arguments): \(outcome.errors)")
                HostileText.expectHarmless(outcome.output, kind)
                HostileText.expectHarmless(Data(outcome.errors.utf8), "standard error of \(kind)")
            }
        }
    }
}
