import ArgumentParser
import ServiceDiscovery
import TraceReports
import WireText

/// Checks of what belongs to an app.
struct CheckCommand: ParsableCommand {
    private static let statuses = ExitStatus.help(
        [0: "nothing is wrong", 1: "a rule or recommendation is broken", 65: "not a property list"], others: [64, 66])

    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks the services that an app declares.",
        discussion: """
            EXAMPLES
              nearscope check plist MyApp/Info.plist    its services, and any mistakes
            """ + statuses,
        subcommands: [Plist.self])

    struct Plist: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks the services that an Info.plist declares for Bonjour and Wi-Fi Aware.",
            discussion: """
                Reads XML and binary property lists; - is standard input.

                EXAMPLES
                  nearscope check plist MyApp/Info.plist
                  nearscope check plist MyApp.app/Info.plist --format json
                """ + statuses)

        @Argument(
            help: ArgumentHelp("The Info.plist, or - for standard input.", valueName: "file"), completion: .file())
        var file: String

        @OptionGroup var output: FormatOption<SingleDocument>

        @OptionGroup var width: WidthOption

        func run() throws {
            let declarations = try PropertyListFile.declarations(at: file)
            try output.print(declarations.value(path: file), text: declarations.text(width: width.columns))
            if declarations.violations.contains(where: { $0.severity >= .should }) {
                throw ExitCode(ExitStatus.findings.rawValue)
            }
        }
    }
}
