import Foundation
import TraceReports
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// Every command that shows what a capture holds, in every format, on captures that were made to do harm: with terminal
/// escapes, HTML, formulas of spreadsheets, SQL, right-to-left overrides, line breaks, and a text of a megabyte
/// (``HostileTraffic``), on a network and on the air.
@Suite struct HostileOutputTests {
    /// Captures of both kinds in a folder of their own.
    private final class Captures: Sendable {
        let network: String
        let air: String
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            var capture = SyntheticCapture()
            _ = try HostileTraffic(seed: 4).write(into: &capture)
            network = try folder.write(capture.bytes, to: "network.pcap")
            air = try folder.write(try HostileOutputTests.air(), to: "air.pcap")
        }
    }

    private static let captures = Result { try Captures() }

    /// Nodes of AWDL with these names and services.
    private static func air() throws -> [UInt8] {
        var capture = SyntheticCapture.ofRadio
        for (number, text) in HostileText.examples.enumerated() {
            let name = AWDLName(items: [.label(Array(text.utf8)), .code(.local)])
            var node = AWDLNode(
                address: LinkAddress(rawValue: 0x0200_0000_0001 + UInt64(number)), name: name,
                channelSequence: AWDLChannelSequence(
                    encoding: .operatingClass, slots: [UInt16](repeating: 0x2C80, count: 16)))
            node.services = [AWDLServiceResponse(name: name, data: .text([Array(text.utf8)]))]
            var writer = AWDLFrameWriter(source: node.address, channelFrequency: 5220)
            for turn in 0..<4 as Range<UInt64> {
                let time = turn * 65_536 + UInt64(number) * 100
                try capture.append(
                    writer.bytes(of: node.masterIndicationFrame(at: time), tsft: time),
                    at: 1_700_000_000_000_000_000 + Int64(time) * 1000)
            }
        }
        return capture.bytes
    }

    /// Commands and options; where the file belongs is `FILE`.
    private static let commands = [
        "FILE", "FILE --all", "services FILE", "sessions FILE", "sessions FILE --all", "sessions FILE --session 1",
        "messages FILE", "wireless FILE", "frames FILE", "correlate FILE FILE", "compare FILE FILE",
        "compare FILE FILE --all",
    ]

    /// Runs the tool on both captures; what it cannot say anything about ends with another status.
    private func outputs(_ command: String, format: String) throws -> [BuiltTool.Outcome] {
        let captures = try Self.captures.get()
        return try [captures.network, captures.air].compactMap { path in
            let arguments = command.split(separator: " ").map { $0 == "FILE" ? path : String($0) }
            let outcome = try BuiltTool.run(arguments: arguments + ["--format", format])
            HostileText.expectHarmless(Data(outcome.errors.utf8), "standard error of \(command)")
            return outcome.status == 0 ? outcome : nil
        }
    }

    @Test(arguments: commands) func textHasNothingThatSteersATerminal(command: String) throws {
        let outputs = try outputs(command, format: "text")
        #expect(!outputs.isEmpty)
        for outcome in outputs { HostileText.expectHarmless(outcome.output, command) }
    }

    @Test(arguments: commands.filter { !$0.hasPrefix("frames") && !$0.hasPrefix("messages") && !$0.contains("--all") })
    func jsonIsWhole(command: String) throws {
        let outputs = try outputs(command, format: "json")
        #expect(!outputs.isEmpty)
        for outcome in outputs {
            HostileText.expectHarmless(outcome.output, command)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: outcome.output) }
        }
    }

    @Test(arguments: ["services FILE", "sessions FILE", "messages FILE", "frames FILE"])
    func eachLineOfJSONIsWhole(command: String) throws {
        let outputs = try outputs(command, format: "ndjson")
        #expect(!outputs.isEmpty)
        for outcome in outputs {
            HostileText.expectHarmless(outcome.output, command)
            for line in outcome.output.split(separator: UInt8(ascii: "\n")) {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: line) }
            }
        }
    }

    @Test(arguments: ["sessions FILE", "messages FILE", "wireless FILE", "compare FILE FILE"])
    func noCellIsAFormula(command: String) throws {
        let outputs = try outputs(command, format: "csv")
        // There are rows of one capture at least: not every command has something to say of both.
        #expect(outputs.contains { Self.rows($0.text).count > 1 })
        for outcome in outputs {
            HostileText.expectHarmless(Data(outcome.text.replacing("\r\n", with: "\n").utf8), command)
            let rows = Self.rows(outcome.text)
            #expect(Set(rows.map(\.count)).count == 1, "rows of one width")
            for cell in rows.joined() where Double(cell) == nil {
                #expect(!"=+-@\t\r".contains(cell.first ?? "x"), "\(cell)")
            }
        }
    }

    @Test func namesAreShownAndNotLeftOut() throws {
        let network = try outputs("services FILE", format: "text").map(\.text).joined()
        let air = try outputs("wireless FILE", format: "csv").map(\.text).joined()
        #expect(network.contains("DROP TABLE sessions") && network.contains("photo\\u{202E}gpj"))
        #expect(air.contains("'=HYPERLINK") && air.contains("photo\\u{202E}gpj"))
    }

    /// The cells of comma-separated values (RFC 4180).
    private static func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var isQuoted = false
        for character in text {
            switch character {
            // Two quotation marks within quotes end and begin them again.
            case "\"":
                if !isQuoted, !cell.isEmpty { cell.append(character) }
                isQuoted.toggle()
            case "," where !isQuoted:
                row.append(cell)
                cell = ""
            case "\r\n" where !isQuoted:
                rows.append(row + [cell])
                (row, cell) = ([], "")
            default: cell.append(character)
            }
        }
        return rows
    }
}
