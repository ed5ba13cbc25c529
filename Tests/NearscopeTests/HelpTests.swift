import Foundation
import Testing

/// What `--help` of every command prints where nothing says how wide the terminal is: 80 columns.
@Suite struct HelpTests {
    private struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?

        /// The words after `nearscope` for this command and all below it.
        func words(behind words: [String]) -> [[String]] {
            [words]
                + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap {
                    $0.words(behind: words + [$0.commandName])
                }
        }
    }

    private struct Dump: Decodable { let command: Command }

    /// All commands, as the tool itself tells them.
    private static func commands() throws -> [[String]] {
        let dump = try BuiltTool.run("--experimental-dump-help").output
        return try JSONDecoder().decode(Dump.self, from: dump).command.words(behind: [])
    }

    /// The lines of the help under that heading, up to the next one.
    private static func block(_ heading: String, of lines: [Substring]) -> [Substring]? {
        guard let start = lines.firstIndex(of: heading[...]) else { return nil }
        return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
    }

    /// The parser of arguments needs some room for what it wraps.
    @Test(arguments: ["-5", "0", "1", "20", "25", "40", "x"]) func helpFitsAnyTerminal(columns: String) throws {
        for arguments in [["--help"], ["sessions", "--help"], ["help", "frames"], ["generate", "mesh", "--help"]] {
            let outcome = try BuiltTool.run(arguments: arguments, environment: ["COLUMNS": columns])
            #expect(outcome.status == 0 && outcome.text.contains("USAGE"), "\(arguments) \(outcome.errors)")
        }
    }

    @Test func examplesCanBeCopied() throws {
        let commands = try Self.commands()
        #expect(commands.contains(["name", "explain"]) && commands.contains(["encode"]))
        for command in commands {
            let help = try BuiltTool.run(arguments: command + ["--help"])
            #expect(help.status == 0 && help.errors.isEmpty)
            let lines = help.text.split(separator: "\n", omittingEmptySubsequences: false)
            let examples = try #require(Self.block("EXAMPLES", of: lines), "\(command) has no examples")
            #expect(!examples.isEmpty)
            for block in [examples, Self.block("EXIT STATUS", of: lines) ?? []] {
                for line in block {
                    // What is wrapped goes on at the beginning of a line.
                    #expect(line.count <= 80 && line.hasPrefix("  "), "\(command): \(line)")
                }
            }
            // A line that is no command of its own is announced by the one before.
            for (index, line) in examples.enumerated() where line.hasPrefix("      ") {
                #expect(index > 0 && "\\|".contains(examples[index - 1].last ?? " "), "\(command): \(line)")
            }
        }
    }

    @Test func statusesAreTold() throws {
        for words in try Self.commands() {
            let help = try BuiltTool.run(arguments: words + ["--help"]).text
            #expect(help.contains("EXIT STATUS\n  0 "), "\(words)")
        }
    }

    @Test func formatsAreToldInTheSameWords() throws {
        for command in try Self.commands() {
            let help = try BuiltTool.run(arguments: command + ["--help"]).text
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard help.contains("(values: text, json") else { continue }
            #expect(help.contains("text for people, json for programs"), "\(command)")
        }
    }
}
