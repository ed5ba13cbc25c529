import ArgumentParser
import ServiceDiscovery
import TraceReports

/// Checks of what belongs to an app.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks what an app declares about its services.",
        discussion: """
            EXAMPLES
              nearscope check plist MyApp/Info.plist    Bonjour and Wi-Fi Aware services, and what is wrong
            """,
        subcommands: [Plist.self])

    struct Plist: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks the services that an Info.plist declares for Bonjour and Wi-Fi Aware.",
            discussion: """
                Reads XML and binary property lists; - is standard input. Exits with status 1 when something is wrong \
                or should be otherwise.

                EXAMPLES
                  nearscope check plist MyApp/Info.plist
                  nearscope check plist MyApp.app/Info.plist --format json
                """)

        @Argument(
            help: ArgumentHelp("The Info.plist, or - for standard input.", valueName: "file"), completion: .file())
        var file: String

        @Option(help: "text for people, json for programs.")
        var format = NameCommand.Format.text

        func run() throws {
            let declarations = try PropertyListFile.declarations(at: file)
            let report = DeclarationReport(file, declarations)
            switch format {
            case .json: try StandardOutput().write(JSONReport.render(report))
            case .text: try StandardOutput().write(Array(report.text.utf8))
            }
            if declarations.violations.contains(where: { $0.severity >= .should }) {
                throw ExitCode(ExitStatus.findings.rawValue)
            }
        }
    }
}
