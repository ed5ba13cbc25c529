import ArgumentParser
import Foundation

/// A command with subcommands that was given something else: a word that is not one of them, or an option before them.
///
/// ArgumentParser would complain about the first option after such a word, which is correct in itself.
struct MissingSubcommand: Equatable {
    /// The word in its place.
    let word: String
    /// The noun for the subcommands of this command.
    let noun: String
    let names: [String]

    /// nil if the subcommand is there, is not needed, or help is requested.
    ///
    /// - Parameter arguments: Those of the program, without its name.
    init?(in arguments: [String], of root: any ParsableCommand.Type = NearscopeCommand.self) {
        guard !arguments.contains(where: Self.isBuiltIn) else { return nil }
        var command = root
        for word in arguments {
            let subcommands = command.configuration.subcommands
            if let next = subcommands.first(where: { $0._commandName == word }) {
                command = next
                continue
            }
            // With a default subcommand the word is an argument of that.
            guard !subcommands.isEmpty, command.configuration.defaultSubcommand == nil else { return nil }
            self.word = word
            noun = command == GenerateCommand.self ? "scenario" : "subcommand"
            names = subcommands.map { $0._commandName }
            return
        }
        return nil
    }

    /// Prints what is wrong, and gives the error that ends the program with status 64.
    var failure: ExitCode {
        word.hasPrefix("-")
            ? ExitStatus.missing(before: word, noun, names)
            : ExitStatus.missing(noun, word, names)
    }

    private static func isBuiltIn(_ argument: String) -> Bool {
        ["-h", "--version"].contains(argument) || argument.hasPrefix("--help") || argument.hasPrefix("--experimental")
    }
}

extension NearscopeCommand {
    static func main() async {
        let arguments = Array(ProcessInfo.processInfo.arguments.dropFirst())
        if let missing = MissingSubcommand(in: arguments) { exit(withError: missing.failure) }
        await main(arguments)
    }
}
