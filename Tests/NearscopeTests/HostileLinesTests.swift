import Foundation
import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Texts whose few characters have thousands of combining marks, joiners or overrides: a limit of characters would be none.
@Suite struct HostileLinesTests {
    /// A connection on which both ends call themselves by each of the texts.
    private static func capture() throws -> [UInt8] {
        var capture = SyntheticCapture()
        for (number, text) in HostileText.long.enumerated() {
            let hosts = [SyntheticHost(number: 2 * number + 1), SyntheticHost(number: 2 * number + 2)]
            var connection = SyntheticConnection(from: hosts[0], port: 50_000, to: hosts[1], port: 7)
            let start = Int64(number + 1) * 10_000_000_000
            try connection.open(at: start, in: &capture)
            for message in 0..<4 as Range<Int64> {
                var body = ByteWriter()
                try MeshMessage(
                    type: .identification(peerID: text, displayName: text), senderID: text,
                    timestamp: .secondsSince2001(Double(start) / 1e9)
                ).serialize(into: &body)
                var frame = ByteWriter()
                try LengthPrefixedFrameEncoder.encode(body: body.bytes.span, into: &frame)
                // Segments of the usual size: no packet has room for the longest of these.
                for offset in stride(from: 0, to: frame.bytes.count, by: 1400) {
                    try connection.send(
                        Array(frame.bytes[offset..<min(offset + 1400, frame.bytes.count)]),
                        from: message & 1 == 0 ? .initiator : .responder,
                        at: start + (message + 1) * 100_000_000 + Int64(offset), in: &capture)
                }
            }
        }
        return capture.bytes
    }

    @Test(arguments: [
        "FILE", "FILE --all", "services FILE", "sessions FILE", "sessions FILE --all", "sessions FILE --session 1",
        "messages FILE", "frames FILE", "correlate FILE FILE", "compare FILE FILE",
    ])
    func noLineIsLong(command: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.capture(), to: "long.pcap")
        let arguments = command.split(separator: " ").map { $0 == "FILE" ? path : String($0) }
        for format in ["text", "csv"] where format == "text" || command.contains("s FILE") {
            for columns in ["60", "200"] {
                let outcome = try BuiltTool.run(
                    arguments: arguments + ["--format", format], environment: ["COLUMNS": columns])
                #expect([0, 65].contains(outcome.status), "\(outcome.errors)")
                HostileText.expectHarmless(Data(outcome.text.replacing("\r\n", with: "\n").utf8), command)
                HostileText.expectHarmless(Data(outcome.errors.utf8), "standard error of \(command)")
            }
        }
    }

    /// What is wrong with an argument is said without all of it.
    @Test(arguments: HostileText.examples + HostileText.long) func argumentsAreHarmlessInComplaints(text: String) throws
    {
        let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let short = String(text.unicodeScalars.prefix(20_000))
        for arguments in [
            ["--formt", short], ["--format", short], ["--" + short], ["help", short], [short],
            ["frames", "--frame", short, capture],
            ["sessions", capture, "--session", short], ["sessions", capture, "--peer", short],
            ["services", capture, "--type", short], ["messages", capture, "--type", short], ["generate", short],
            ["decode", "dns", short], ["compare", capture, "--by", short], [capture, "--filter", short],
            ["extract", capture, "--peer", short, "-o", "none"], ["extract", capture, "-o", "/none/" + short],
            ["capture", "-i", "lo", "-w", short + ".pcap"], ["name", "next", "a", "--zz" + short],
            ["--generate-completion-script", short], ["sessions", capture, "--sort", short],
        ] {
            let outcome = try BuiltTool.run(arguments: arguments)
            // A value that looks like an option is none: the script is of the shell that runs.
            let mayWork = ["help", "--generate-completion-script"].contains(arguments[0])
            #expect(outcome.status != 0 || mayWork || arguments.contains("--filter"), "\(arguments[0])")
            HostileText.expectHarmless(Data(outcome.errors.utf8), "\(arguments.first ?? "")")
            HostileText.expectHarmless(outcome.output, "\(arguments.first ?? "")")
        }
    }
}
