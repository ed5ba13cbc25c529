import ArgumentParser

/// Descriptions of an app's own protocol.
struct ProtocolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protocol", abstract: "Checks, infers and shows descriptions of an app's own protocol.",
        discussion: """
            A description is a page of YAML that says how an app's messages look. With --protocol, all commands that \
            read captures take one. Docs/protocols.md explains the language.

            EXAMPLES
              nearscope protocol infer trace.pcapng --session 4 > chess.yaml
              nearscope protocol check chess.yaml trace.pcapng
              nearscope protocol show mesh
              nearscope trace.pcapng --protocol chess.yaml
            """ + ExitStatus.help([1: "see the subcommand"], others: ExitStatus.ofCaptures),
        subcommands: [ProtocolCheckCommand.self, ProtocolInferCommand.self, ProtocolShowCommand.self])
}
