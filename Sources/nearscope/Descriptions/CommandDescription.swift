import ArgumentParser
import Foundation

/// A command as ArgumentParser describes it: what `--experimental-dump-help` prints.
struct CommandDescription: Decodable {
    let commandName: String
    let superCommands: [String]?
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [CommandDescription]?
    let arguments: [Argument]?

    struct Argument: Decodable {
        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }

            let kind: Kind
            let name: String

            /// `--filter`, `-r`
            var spelling: String { (kind == .long ? "--" : "-") + name }
        }

        enum Kind: String, Decodable { case positional, option, flag }

        let kind: Kind
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?
    }

    private struct Dump: Decodable { let command: CommandDescription }

    /// The description of a command with all below it.
    ///
    /// - Throws: An error for a description of another form, as another version of ArgumentParser may have.
    init(of command: any ParsableCommand.Type) throws {
        self = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
    }

    /// `["nearscope", "name", "next"]`
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The commands below this one, but for that which ArgumentParser adds.
    var children: [CommandDescription] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// This command and all below it.
    var family: [CommandDescription] { [self] + children.flatMap(\.family) }

    /// The command that these words name, without that of the tool; nil if there is none.
    func command(_ words: some Collection<String>) -> CommandDescription? {
        guard let word = words.first else { return self }
        return children.first { $0.commandName == word }?.command(words.dropFirst())
    }
}
