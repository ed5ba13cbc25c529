import ArgumentParser

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Generates a capture, and a truth file that says what happened in it.",
        discussion: """
            The same arguments give the same bytes on every machine. FILE.truth.json, next to the capture, has what \
            the generated hosts know: sessions with their bytes and messages, round trips, losses, names and \
            renames. Compare it with the results of an analyzer. Docs/truth.md describes its fields.

            EXAMPLES
              nearscope generate mesh -o mesh.pcapng --peers 8 --seed 7
              nearscope generate lossy-transfer -o city.pcap --loss 0.05
              nearscope generate rename-conflict -o rename.pcap --gap 0
              nearscope generate hostile -o hostile.pcapng
              nearscope generate described --protocol chess.yaml -o chess.pcapng
            """ + ExitStatus.ofGenerating,
        subcommands: [
            GenerateMeshCommand.self, GenerateTransferCommand.self, GenerateRenameCommand.self,
            GenerateHostileCommand.self, GenerateDescribedCommand.self,
        ])
}
