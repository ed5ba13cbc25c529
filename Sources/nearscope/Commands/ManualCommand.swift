import ArgumentParser
import Foundation
import Platform
import TraceModel

/// The manual pages of the tool, for those who install it.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Prints the manual page of a command, or writes all pages to a directory.",
        discussion: """
            The pages have the content of --help, in the language of man(7). The date in them is that of SOURCE_DATE_EPOCH \
            if that is set, otherwise today.

            EXAMPLES
              nearscope manual sessions | man -l -         read one page, on Linux
              nearscope manual name next | mandoc | less   the same on macOS
              nearscope manual --output ~/.local/share/man/man1
            """
                + ExitStatus.help(
                    [
                        64: "usage, or there is no such command",
                        74: "a file already exists, or cannot be written",
                    ], others: [0]))

    @Argument(help: ArgumentHelp("The command, such as name next. (default: nearscope itself)", valueName: "command"))
    var words: [String] = []

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("Write the pages of all commands to this directory.", valueName: "directory"),
        completion: .directory)
    var output: String?

    @OptionGroup var existing: ForceOption

    func validate() throws {
        if output != nil, !words.isEmpty { throw ValidationError("Give a command or --output, not both.") }
        if output == nil, existing.force { throw ValidationError("--force needs --output.") }
    }

    func run() throws {
        let tool = try CommandDescription(of: NearscopeCommand.self)
        let date = try Self.date()
        func page(_ command: CommandDescription) -> ManualPage {
            ManualPage(command, of: tool, version: TraceReport.Generator.currentVersion, date: date)
        }
        if let output {
            try Self.write(tool.family.map(page), to: output, replaces: existing.force)
            return
        }
        let wanted = words.first == tool.commandName ? words.dropFirst() : words[...]
        guard let command = tool.command(wanted) else {
            throw ExitStatus.missing(
                "command", words.joined(separator: " "),
                tool.family.dropFirst().map { $0.words.dropFirst().joined(separator: " ") })
        }
        let destination = StandardOutput()
        guard !destination.isTerminal else {
            let all = (["nearscope manual"] + wanted).joined(separator: " ")
            throw ExitStatus.wrongUsage(
                "this is the source of a manual page, not text for a terminal; use \(all) | man -l - "
                    + "(on macOS: | mandoc | less), or --help")
        }
        try destination.write(page(command).text)
    }

    private static func write(_ pages: [ManualPage], to folder: String, replaces: Bool) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ExitStatus.cannotWrite.failure(folder, "this directory cannot be made")
        }
        for page in pages {
            try OutputFile.write(Array(page.text.utf8), to: folder + "/" + page.fileName, replaces: replaces)
        }
    }

    /// The date of the pages: reproducible packages are made with that of their source
    /// (https://reproducible-builds.org/specs/source-date-epoch/).
    private static func date() throws -> String {
        guard let variable = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"] else { return text(Date()) }
        // Up to the year 9999.
        guard let seconds = Int(variable), (0..<253_402_300_800).contains(seconds) else {
            throw ExitStatus.wrongUsage("SOURCE_DATE_EPOCH must be a number of seconds since 1970: \(variable)")
        }
        return text(Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private static func text(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
