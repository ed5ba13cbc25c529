import ArgumentParser

@main
struct BenchmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearscope-benchmark",
        abstract: "Writes large captures and measures nearscope against tcpdump on them.",
        discussion: """
            EXAMPLES
              swift build -c release
              .build/release/nearscope-benchmark compare            all workloads, written to a temporary folder
              .build/release/nearscope-benchmark compare trace.pcap a capture of your own
              .build/release/nearscope-benchmark growth             a million half-open connections, and fewer
              .build/release/nearscope-benchmark generate messages -o messages.pcap --packets 6000000
            """,
        subcommands: [
            CompareCommand.self, GrowthCommand.self, ReadCommand.self, DecodeCommand.self, MessagesCommand.self,
            DescribedCommand.self, GenerateCommand.self,
        ],
        defaultSubcommand: CompareCommand.self)
}

/// The content of a large capture.
enum Workload: String, ExpressibleByArgument, CaseIterable {
    /// Many connections of framed mesh messages of 200 bytes, one in a segment.
    case messages
    /// A few connections with full segments of framed mesh messages of 64 KiB.
    case segments
    /// mDNS announcements, queries and goodbyes of many hosts.
    case discovery
    /// A SYN flood: a flow for each packet, from as many addresses, of which few are answered.
    case flood
    /// The lives of services, each message made by the library: for other programs to judge.
    case registrations
    /// A monitor's view of a busy room: acknowledgments, beacons, strangers' data, and nodes of AWDL and Wi-Fi Aware.
    case wireless

    /// How many connections ``messages`` is measured with: a few fit a processor's own cache, many no cache.
    static let connections = [50, 1200, 4000, 20_000]

    /// 0.4 GB, 1 GB, enough to see the rate, a million flows, and an hour or two of a radio.
    var defaultPackets: Int {
        switch self {
        case .messages: 1_500_000
        case .segments: 700_000
        case .discovery: 1_000_000
        case .flood: 1_031_250
        case .registrations: 2_000
        case .wireless: 5_000_000
        }
    }
}

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Writes a large capture; the same arguments give the same bytes.")

    @Argument(help: "messages, segments, discovery, flood, registrations or wireless.")
    var workload: Workload

    @Option(name: .shortAndLong, help: "The pcap file to write.", completion: .file())
    var output: String

    @Option(help: "Packets to write. (default: as many as the performance targets are stated for)")
    var packets: Int?

    @Option(help: "Connections of messages, at most 40000.")
    var connections = Workload.connections[1]

    func validate() throws {
        guard (1...40_000).contains(connections) else {
            throw ValidationError("--connections takes a number from 1 to 40000.")
        }
    }

    func run() throws {
        try LargeCapture.write(
            workload, packets: packets ?? workload.defaultPackets, connections: connections, to: output)
    }
}
