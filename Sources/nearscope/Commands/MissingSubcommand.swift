import ArgumentParser

/// A word where a command is expected that is not one of them: mistyped, or an option before them.
///
/// ArgumentParser would complain about the first option after such a word, which is correct in itself, or read a mistyped
/// command as the name of a file.
struct MissingSubcommand: Equatable {
    /// The word in its place.
    let word: String
    /// The noun for the subcommands of this command.
    let noun: String
    let names: [String]
    /// The one that is most likely meant.
    let suggestion: String?

    private init(_ word: String, _ noun: String, _ names: [String]) {
        (self.word, self.noun, self.names) = (word, noun, names)
        suggestion = CommandSpelling.nearest(to: word, among: names)
    }

    /// nil if the subcommand is there, is not needed, or help is requested.
    ///
    /// - Parameters:
    ///   - arguments: Those of the program, without its name.
    ///   - isFile: Whether something of that name can be read.
    init?(
        in arguments: [String], of root: any ParsableCommand.Type = NearscopeCommand.self,
        isFile: (String) -> Bool = { CaptureInputs.kind($0) != .missing }
    ) {
        let isHelp = arguments.first == "help"
        guard !arguments.contains(where: Self.isBuiltIn) else { return nil }
        var command = root
        for word in arguments.dropFirst(isHelp ? 1 : 0) {
            let subcommands = command.configuration.subcommands
            if let next = subcommands.first(where: { $0._commandName == word }) {
                command = next
                continue
            }
            guard !subcommands.isEmpty else { return nil }
            let names = subcommands.map { $0._commandName }
            let noun =
                command == root ? "command" : command == GenerateCommand.self ? "scenario" : "subcommand"
            // With a default subcommand the word is an argument of that, unless it looks like a slip.
            if command.configuration.defaultSubcommand != nil, !isHelp {
                let missing = MissingSubcommand(word, noun, names + ["help", "version"])
                guard missing.suggestion != nil, !word.hasPrefix("-"), !isFile(word) else { return nil }
                self = missing
            } else {
                self.init(word, noun, names)
            }
            return
        }
        return nil
    }

    /// Prints what is wrong, and gives the error that ends the program with status 64.
    var failure: ExitCode {
        if word.hasPrefix("-") { return ExitStatus.missing(before: word, noun, names) }
        guard noun == "command", let suggestion else {
            // `decode` and `encode` take a protocol of the user's own by its name, but only with its description.
            let mayBeDescribed = suggestion == nil && names.contains(DescribedName.subcommand)
            let advice = mayBeDescribed ? "; for a protocol of your own, add --protocol FILE" : ""
            return ExitStatus.missing(noun, word, names, like: suggestion, advice: advice)
        }
        let words = suggestion == "version" ? "--version" : suggestion
        return ExitStatus.wrongUsage("there is no command or file “\(word)”; did you mean “nearscope \(words)”?")
    }

    private static func isBuiltIn(_ argument: String) -> Bool {
        ["-h", "--version"].contains(argument) || argument.hasPrefix("--help") || argument.hasPrefix("--experimental")
            || argument.hasPrefix("--generate-completion-script")
    }
}
