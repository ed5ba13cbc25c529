import Foundation
import Testing
import TestSupport

/// The table of formats in Docs/formats.md, against what the commands offer.
@Suite struct FormatTableTests {
    private struct Dump: Decodable {
        let command: Command

        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?

            /// The formats of this command and of all below it, for those that print something.
            func formats(_ words: [String] = []) -> [String: [String]] {
                var found: [String: [String]] = [:]
                let option = arguments?.first { $0.valueName == "format" }
                if let values = option?.allValues, !words.isEmpty { found[words.joined(separator: " ")] = values }
                for command in subcommands ?? [] where command.commandName != "help" {
                    found.merge(command.formats(words + [command.commandName])) { $1 }
                }
                return found
            }
        }

        struct Argument: Decodable {
            let valueName: String?
            let allValues: [String]?
        }
    }

    /// The rows of the table below that heading: the command, and the formats that are not “-”.
    private static func documented() throws -> [String: [String]] {
        let text = try String(contentsOf: Fixture.repository.appending(path: "Docs/formats.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## Output formats\n").dropFirst().first)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let names = ["text", "json", "ndjson", "csv", "html"]
        var table: [String: [String]] = [:]
        for row in rows where row.count == 1 + names.count {
            let formats = zip(names, row.dropFirst()).filter { !$0.1.hasPrefix("-") }.map(\.0)
            for command in row[0].split(separator: ",") {
                table[command.trimmingCharacters(in: CharacterSet(charactersIn: "` "))] = formats
            }
        }
        return table
    }

    @Test func everyCommandHasTheFormatsOfTheTable() throws {
        let dump = try JSONDecoder().decode(Dump.self, from: BuiltTool.run("--experimental-dump-help").output)
        // What extract writes are captures, what export writes are rows of tables, and what infer writes is a description.
        let others: Set = ["extract", "export", "protocol infer"]
        let offered = dump.command.formats().filter { !others.contains($0.key) }
        #expect(offered.count > 15)
        #expect(offered == (try Self.documented()))
    }

    @Test func aFormatThatACommandDoesNotHaveIsWrongUsage() throws {
        let outcome = try BuiltTool.run("analyze", BuiltTool.fixture("mesh2-basic.alice.pcap"), "--format", "csv")
        #expect(outcome.status == 64 && outcome.errors.contains("'csv' is invalid"))
    }

    @Test(
        arguments: [
            ["analyze"], ["services"], ["sessions"], ["messages"], ["wireless"], ["frames"], ["compare"],
        ])
    func everyFormatOfACommandCanBePrinted(command: [String]) throws {
        let formats = try Self.documented()[command.joined(separator: " ")] ?? []
        for format in formats {
            let outcome = try BuiltTool.run(
                arguments: command + [BuiltTool.fixture("mesh2-basic.alice.pcap"), "--format", format])
            #expect(outcome.status == 0 && !outcome.output.isEmpty || command == ["wireless"], "\(command) \(format)")
            let lines = outcome.output.split(separator: 0x0A)
            switch format {
            case "json": _ = try JSONSerialization.jsonObject(with: outcome.output)
            case "ndjson":
                for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line)) }
            case "csv": #expect(outcome.text.hasSuffix("\r\n"))
            default: break
            }
        }
    }

    @Test func bothDirectionsOfACorrelationAreRows() throws {
        let (a, b) = (BuiltTool.fixture("mesh2-basic.alice.pcap"), BuiltTool.fixture("mesh2-basic.alice.pcap"))
        let rows = try BuiltTool.run("correlate", a, b, "--format", "csv").text.split(separator: "\r\n")
        let lines = try BuiltTool.run("correlate", a, b, "--format", "ndjson").text.split(separator: "\n")
        #expect(rows.count == 1 + lines.count && lines.count >= 2 && lines.count % 2 == 0)
        #expect(rows[0].hasPrefix("session,transport,initiatorAddress,"))
    }
}
