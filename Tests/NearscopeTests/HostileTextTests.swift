import DNSWire
import Foundation
import PeerMessaging
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Names and messages that try to steer the terminal of whoever looks at them.
@Suite struct HostileTextTests {
    /// Clears the screen, turns text round, ends the line, and is no UTF-8.
    private static let hostile = Array("\u{1B}[2J\u{202E}x\r\n\u{9B}31m\u{2066}".utf8) + [0xFF, 0xFE]

    private static func capture() throws -> [UInt8] {
        var capture = SyntheticCapture()
        let alice = SyntheticHost(number: 1)
        let group = SyntheticHost(
            linkAddress: LinkAddress(rawValue: 0x0100_5E00_00FB), address: IPAddress(ipv4: 0xE000_00FB))
        let instance = try DNSName(labels: [hostile, Array("_evil".utf8), Array("_tcp".utf8), Array("local".utf8)])
        let host = try DNSName(labels: [hostile, Array("local".utf8)])
        let text = [UInt8(hostile.count + 12)] + Array("displayName=".utf8) + hostile
        let message = DNSMessage(
            flags: .multicastResponse,
            answers: [
                ResourceRecord(
                    name: instance, type: .srv, ttl: 120, data: .service(ServiceLocation(port: 7, target: host))),
                ResourceRecord(name: instance, type: .txt, ttl: 120, data: .text(text)),
                ResourceRecord(name: host, type: .a, ttl: 120, data: .address(alice.address)),
            ])
        var payload = ByteWriter()
        try message.serialize(into: &payload)
        try capture.append(udpFrom: 5353, to: 5353, payload: payload.bytes, from: alice, to: group, at: 1_000_000_000)
        var connection = SyntheticConnection(from: SyntheticHost(number: 2), port: 50_000, to: alice, port: 7)
        try connection.open(at: 2_000_000_000, in: &capture)
        let name = "\u{1B}]0;owned\u{07}\u{202E}"
        var body = ByteWriter()
        try MeshMessage(
            type: .identification(peerID: name, displayName: name), senderID: name, timestamp: .secondsSince2001(1)
        ).serialize(into: &body)
        var frame = ByteWriter()
        try LengthPrefixedFrameEncoder.encode(body: body.bytes.span, into: &frame)
        try connection.send(frame.bytes, from: .initiator, at: 3_000_000_000, in: &capture)
        return capture.bytes
    }

    @Test(arguments: [[], ["--all"], ["--format", "json"]])
    func nothingUnsafeReachesTheTerminal(options: [String]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.capture(), to: "evil.pcap")
        let outcome =
            switch options.count {
            case 0: try BuiltTool.run(path)
            case 1: try BuiltTool.run(path, options[0])
            default: try BuiltTool.run(path, options[0], options[1])
            }
        #expect(outcome.status == 0)
        HostileText.expectHarmless(outcome.output, "\(options)")
        #expect(outcome.text.contains("_evil._tcp"))
    }

    @Test(arguments: ["text", "ndjson"])
    func nothingUnsafeReachesTheTerminalFromFrames(format: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.capture(), to: "evil.pcap")
        let outcome = try BuiltTool.run("frames", path, "--format", format)
        #expect(outcome.status == 0)
        HostileText.expectHarmless(outcome.output, format)
    }
}
