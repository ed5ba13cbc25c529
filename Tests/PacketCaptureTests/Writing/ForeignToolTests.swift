import Foundation
import PacketCapture
import Testing
import WireCoding
import TestSupport

/// A program that reads captures, where it is installed.
struct ForeignTool: Sendable {
    let path: String?

    init(_ name: String) {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    var isInstalled: Bool { path != nil }

    static let capinfos = ForeignTool("capinfos")
    static let tcpdump = ForeignTool("tcpdump")
    static let tshark = ForeignTool("tshark")

    struct Answer {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Runs the tool with those arguments and the path of a file that holds the bytes.
    func run(_ arguments: [String], on bytes: [UInt8]) throws -> Answer {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments + [url.path]
        var environment = ProcessInfo.processInfo.environment
        environment["LC_ALL"] = "C"
        environment["TZ"] = "UTC"
        process.environment = environment
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both stay far below what a pipe holds, so that neither blocks the tool.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Answer(status: process.terminationStatus, output: text, errors: complaints)
    }
}

/// The tools that everybody has read what the writers write.
@Suite struct ForeignToolTests {
    /// An ARP request on Ethernet.
    static let frame =
        hex("ffffffffffff 020000000001 0806 0001 0800 06 04 0001 020000000001 0a000001 000000000000 0a000002")
    static let time: Int64 = 1_700_000_000_123_456_789

    static func pcap(_ precision: PcapWriter.Precision) throws -> [UInt8] {
        try ByteWriter.collect { output in
            let writer = PcapWriter(linkType: .ethernet, precision: precision, frameCheckSequenceLength: 0)
            writer.writeHeader(into: &output)
            try writer.writePacket(frame.span, time: time, into: &output)
            try writer.writePacket(
                Array(frame[..<20]).span, time: time + 1_000_000_000, originalLength: 42, into: &output)
        }
    }

    static func pcapng() throws -> [UInt8] {
        try ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(
                options: [.comment("made up"), .hardware("none"), .operatingSystem("any"), .application("test")],
                into: &output)
            writer.writeNameResolutions(
                [
                    NameResolution(.ip(IPAddress(ipv4: 0x0A00_0001)), names: ["one.local", "uno.local"]),
                    NameResolution(.ip(IPAddress(ipv6High: 0xFE80 << 48, low: 1)), names: ["six.local"]),
                ], into: &output)
            try writer.writeSecrets(
                DecryptionSecrets(.tlsKeyLog, bytes: Array("CLIENT_RANDOM 00 11\n".utf8)), into: &output)
            let first = writer.writeInterface(
                linkType: .ethernet, name: "en0", description: "Wi-Fi", snapLength: 262_144,
                options: [
                    PcapngOption(code: 8, value: [0, 0xCA, 0x9A, 0x3B, 0, 0, 0, 0]),
                    PcapngOption(code: 11, value: InterfaceFilter.expression("arp").bytes),
                    PcapngOption(code: 12, value: Array("macOS".utf8)),
                ], into: &output)
            let second = writer.writeInterface(
                linkType: .ethernet, name: "en1", snapLength: 262_144, into: &output)
            try writer.writePacket(
                frame.span, interface: first, time: time,
                options: [.comment("who has"), PcapngOption(code: 2, value: [2, 0, 0, 0])], into: &output)
            try writer.writePacket(
                Array(frame[..<20]).span, interface: second, time: time + 1_000_000_000, originalLength: 42,
                into: &output)
            try writer.writeStatistics(
                InterfaceStatistics(
                    time: time + 2_000_000_000, startTime: time, endTime: time + 2_000_000_000, received: 12,
                    dropped: 2, filterAccepted: 10, systemDropped: 1, delivered: 9),
                interface: first, into: &output)
        }
    }

    @Test(.enabled(if: ForeignTool.capinfos.isInstalled))
    func capinfosSeesAllPackets() throws {
        for file in [try Self.pcap(.microseconds), try Self.pcap(.nanoseconds), try Self.pcapng()] {
            let answer = try ForeignTool.capinfos.run(["-M", "-c", "-d"], on: file)
            #expect(answer.status == 0)
            #expect(answer.output.contains("Number of packets:   2"))
            #expect(answer.output.contains("Data size:           84 bytes"))
            #expect(!answer.errors.contains("error"))
        }
        let answer = try ForeignTool.capinfos.run(["-M"], on: Self.pcapng())
        for text in ["Number of interfaces in file: 2", "Name = en0", "Filter string = arp", "made up"] {
            #expect(answer.output.contains(text))
        }
    }

    @Test(.enabled(if: ForeignTool.tcpdump.isInstalled))
    func tcpdumpPrintsThePackets() throws {
        for file in [try Self.pcap(.microseconds), try Self.pcap(.nanoseconds), try Self.pcapng()] {
            let answer = try ForeignTool.tcpdump.run(["-nn", "-tt", "-r"], on: file)
            #expect(answer.status == 0)
            let lines = answer.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first == "1700000000.123456 ARP, Request who-has 10.0.0.2 tell 10.0.0.1, length 28")
            #expect(!answer.errors.contains("truncated dump"))
        }
    }

    @Test(.enabled(if: ForeignTool.tshark.isInstalled))
    func tsharkReadsTimesInterfacesAndComments() throws {
        let arguments =
            ["-n", "-T", "fields"]
            + ["frame.time_epoch", "frame.len", "frame.cap_len", "frame.interface_name", "frame.comment"]
            .flatMap { ["-e", $0] } + ["-r"]
        let answer = try ForeignTool.tshark.run(arguments, on: Self.pcapng())
        #expect(answer.status == 0)
        #expect(
            answer.output
                == "1700000000.123456789\t42\t42\ten0\twho has\n1700000001.123456789\t42\t20\ten1\t\n")
        #expect(!answer.errors.contains("damaged") && !answer.errors.contains("cut short"))
    }
}
