import ArgumentParser

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Writes a large capture; the same arguments give the same bytes.")

    @Argument(help: "messages, segments, discovery, flood, registrations or wireless.")
    var workload: Workload

    @Option(name: .shortAndLong, help: "The pcap file to write.", completion: .file())
    var output: String

    @Option(help: "Packets to write. (default: as many as the performance targets are stated for)")
    var packets: Int?

    func run() throws {
        try LargeCapture.write(workload, packets: packets ?? workload.defaultPackets, to: output)
    }
}
