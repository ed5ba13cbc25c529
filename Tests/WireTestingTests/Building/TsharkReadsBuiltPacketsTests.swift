import Foundation
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WirelessFrames

private let tshark = (ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? [])
    .map { "\($0)/tshark" }.first { FileManager.default.isExecutableFile(atPath: $0) }

/// What tshark says of built packets, where it is installed.
@Suite(.enabled(if: tshark != nil, "tshark is not installed"))
struct TsharkReadsBuiltPacketsTests {
    /// The values of fields in each packet, those of one field in one string.
    private func ask(_ fields: [String], _ file: [UInt8]) throws -> [[String]] {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(file).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = URL(filePath: try #require(tshark))
        process.arguments =
            ["-n", "-r", url.path, "-T", "fields"]
            + ["ip", "tcp", "udp", "wlan"].flatMap { ["-o", "\($0).check_checksum:TRUE"] }
            + ["ip.defragment:TRUE", "eth.check_fcs:TRUE"].flatMap { ["-o", $0] } + fields.flatMap { ["-e", $0] }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text.split(separator: "\n").map { $0.components(separatedBy: "\t") }
    }

    private let ethernet = PacketBuilder.ethernet(from: "02:00:00:00:00:01", to: "02:00:00:00:00:02")

    /// The innermost layers, and the names of their checksums and lengths.
    private func transports(_ packet: PacketBuilder, _ checksum: PacketChecksum) -> [PacketBuilder] {
        let payload: [UInt8] = [1, 2, 3]
        return [
            packet.udp(from: 40_000, to: 40_001, checksum: checksum).payload(payload),
            packet.tcp(
                from: 40_000, to: 40_001, sequence: 1, flags: .syn,
                options: [.maximumSegmentSize(1460), .sackPermitted, .timestamps(value: 1, echo: 0), .windowScale(7)],
                checksum: checksum),
        ]
    }

    private func packets(_ checksum: PacketChecksum) -> [PacketBuilder] {
        let option = IPv6Option(type: IPv6Option.padN, data: [0, 0, 0, 0])
        let ipv6 = ethernet.ipv6(from: "fe80::1", to: "fe80::2", flowLabel: 0x12345)
        let radio = PacketBuilder.radiotap([.rate(12), .signal(-50)])
            .ieee80211Data(
                from: "02:00:00:00:00:01", to: "02:00:00:00:00:02", in: "02:00:00:00:00:03", path: .toAccessPoint,
                trafficID: 0)
        return [
            ethernet.ipv4(from: "10.0.0.1", to: "10.0.0.2"),
            ethernet.vlan(7).vlan(8).ipv4(from: "10.0.0.1", to: "10.0.0.2", options: [0x94, 4, 0, 0]),
            ethernet.snap().ipv4(from: "10.0.0.1", to: "10.0.0.2"), ipv6,
            ipv6.hopByHopOptions([option]).destinationOptions([option]),
            ipv6.routing(
                type: 0, segmentsLeft: 1, data: [0, 0, 0, 0] + IPAddress("fe80::9")!.bytes,
                finalDestination: IPAddress("fe80::9")!),
            radio.snap().ipv4(from: "10.0.0.1", to: "10.0.0.2"), radio.snap().ipv6(from: "fe80::1", to: "fe80::2"),
        ].flatMap { transports($0, checksum) }
    }

    private func file(_ packets: [PacketBuilder]) throws -> [UInt8] {
        try CaptureBuilder(packets.enumerated().map { TimedPacket($0.element, at: Int64($0.offset) * 1_000_000_000) })
            .pcapng()
    }

    @Test func allChecksumsAreRight() throws {
        let packets = packets(.computed)
        let answers = try ask(
            [
                "_ws.malformed", "ip.checksum.status", "udp.checksum.status", "tcp.checksum.status",
                "wlan.fcs.status",
            ], file(packets))
        #expect(answers.count == packets.count)
        for (number, answer) in answers.enumerated() {
            #expect(answer[0] == "" && answer[2] + answer[3] == "1", "\(number): \(answer)")
            #expect(["", "1"].contains(answer[1]) && ["", "1"].contains(answer[4]), "\(number): \(answer)")
        }
        #expect(answers.count { $0[1] == "1" } == 8 && answers.count { $0[4] == "1" } == 4)
    }

    @Test func wrongOnesAreWrong() throws {
        let packets = packets(.wrong)
        let answers = try ask(["ip.checksum.status", "udp.checksum.status", "tcp.checksum.status"], file(packets))
        #expect(answers.count == packets.count)
        for (number, answer) in answers.enumerated() {
            #expect(["", "1"].contains(answer[0]) && answer[1] + answer[2] == "0", "\(number): \(answer)")
        }
        let header = ethernet.ipv4(from: "10.0.0.1", to: "10.0.0.2", checksum: .wrong).udp(from: 1, to: 2)
        #expect(try ask(["ip.checksum.status", "udp.checksum.status"], file([header])) == [["0", "1"]])
        let frame = PacketBuilder.radiotap().ieee80211Data(
            from: "02:00:00:00:00:01", to: "02:00:00:00:00:02", in: "02:00:00:00:00:03", check: .wrong)
        #expect(try ask(["wlan.fcs.status"], file([frame.snap().payload([1])])) == [["0"]])
        let cable = PacketBuilder.ethernet(
            from: "02:00:00:00:00:01", to: "02:00:00:00:00:02", minimumSize: 60, check: .computed
        ).ipv4(from: "10.0.0.1", to: "10.0.0.2").udp(from: 1, to: 2)
        #expect(try ask(["eth.fcs.status"], file([cable])) == [["1"]])
    }

    @Test func icmpOfBothFamiliesIsRight() throws {
        let packets = [
            ethernet.ipv4(from: "10.0.0.1", to: "10.0.0.2").icmp(type: 8, parameter: 1).payload([1, 2, 3]),
            ethernet.ipv6(from: "fe80::1", to: "fe80::2").icmpv6(type: 128, parameter: 1).payload([1, 2, 3]),
        ]
        let answers = try ask(["icmp.checksum.status", "icmpv6.checksum.status"], file(packets))
        #expect(answers == [["1", ""], ["", "1"]])
    }

    @Test func fragmentsAreJoined() throws {
        let payload = [UInt8](repeating: 9, count: 4000)
        for (packet, field) in [
            (ethernet.ipv4(from: "10.0.0.1", to: "10.0.0.2", identification: 9), "ip.reassembled.length"),
            (ethernet.ipv6(from: "fe80::1", to: "fe80::2"), "ipv6.reassembled.length"),
        ] {
            let fragments = try packet.udp(from: 40_000, to: 40_001).payload(payload).fragments(ofAtMost: 1280)
            let answers = try ask([field, "udp.checksum.status"], file(fragments.reversed()))
            #expect(answers.count == 4 && answers.filter { $0 == ["4008", "1"] }.count == 1, "\(answers)")
        }
    }

    @Test func anExchangeIsCompleteAndHasNoFaults() throws {
        var exchange = TCPExchange(
            from: SyntheticHost(number: 1), port: 50_000, to: SyntheticHost(number: 2), port: 40_001)
        exchange.open()
        exchange.send([UInt8](repeating: 7, count: 100_000), from: .initiator)
        exchange.send([UInt8](repeating: 8, count: 100_000), from: .responder)
        exchange.close()
        let file = try CaptureBuilder(exchange.packets).pcap()
        let answers = try ask(["tcp.analysis.flags", "tcp.checksum.status", "tcp.completeness"], file)
        #expect(answers.count == exchange.packets.count)
        #expect(answers.allSatisfy { $0[0] == "" && $0[1] == "1" })
        // All of SYN, SYN-ACK, ACK, data and FIN.
        #expect(answers.last?[2] == "31")
    }
}
