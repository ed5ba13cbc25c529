import ArgumentParser

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Makes up a capture, and says what really happened in it.",
        discussion: """
            The same arguments give the same bytes, on every machine. FILE.truth.json, beside the capture, is what the \
            made-up hosts know: sessions with their bytes and messages, round trips, losses, names and renames. \
            Compare with it what an analyzer finds out. Docs/truth.md has all of its fields.

            EXAMPLES
              nearscope generate mesh -o mesh.pcapng --peers 8 --seed 7
              nearscope generate lossy-transfer -o city.pcap --loss 0.05
              nearscope generate rename-conflict -o rename.pcap --gap 0
              nearscope generate hostile -o hostile.pcapng

            EXIT STATUS
              0 written   64 usage   74 a file exists already, or cannot be written
            """,
        subcommands: [
            GenerateMeshCommand.self, GenerateTransferCommand.self, GenerateRenameCommand.self,
            GenerateHostileCommand.self,
        ])
}
