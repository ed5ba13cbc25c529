import ArgumentParser
import ProtocolDescriptions

struct ProtocolShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a built-in application as a description, as far as the language can say it.",
        discussion: """
            The page is valid as it stands. Its name is another one, because that of a built-in application is taken. \
            What the language cannot say is in comments.

            EXAMPLES
              nearscope protocol show mesh > my-mesh.yaml
              nearscope protocol show network-event
            """
                + ExitStatus.help([0: "shown", 1: "the language cannot say it", 64: "there is no such application"]))

    @Argument(
        help: ArgumentHelp(
            "The application: mesh, echo, network-event, framed, or another one to learn why it cannot be shown.",
            valueName: "name"),
        completion: .list(BuiltInDescription.names))
    var name: String

    func run() throws {
        switch BuiltInDescription(name) {
        case .page(let description, let remarks):
            let title = "# \(name) as a description. The name is another one, because \(name) is built in.\n"
            try StandardOutput().write(title + remarks.map { "# \($0)\n" }.joined() + description.yaml)
        case .cannot(let reason):
            StandardError.write("nearscope: \(name) cannot be shown as a description: \(reason)")
            throw ExitCode(ExitStatus.findings.rawValue)
        case nil: throw ExitStatus.missing("built-in application", name, BuiltInDescription.names, or: [])
        }
    }
}
