import ArgumentParser
import WireSimulation
import WireTesting

extension MeshConversation.Fault: ExpressibleByArgument {}

struct GenerateMeshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mesh", abstract: "Peers that discover each other, connect, identify themselves and talk.",
        discussion: """
            Each peer probes for its names with multicast DNS, announces itself and browses. In each pair, the peer \
            with the lower peer ID connects. Both identify themselves, wait four seconds, and send pings, direct \
            messages, broadcasts, and a broadcast that the others relay. At the end all send goodbyes. By default, \
            packets take 5 ms ± 1 ms.

            EXAMPLES
              nearscope generate mesh -o mesh.pcapng
              nearscope generate mesh -o mesh.pcap --peers 8 --messages 50 --seed 7
              nearscope generate mesh -o peer1.pcap --at 1 --delay 20 --jitter 5
              nearscope generate mesh -o faults.pcap --faults early-data \\
                  --faults second-connection
            """ + ExitStatus.ofGenerating)

    @OptionGroup var target: GenerateTarget

    @Option(parsing: .unconditional, help: "Number of peers, 2 to 32.")
    var peers = 4

    @Option(
        parsing: .unconditional, help: "Number of messages that each peer sends unprompted, 1 to 1000.")
    var messages = 10

    @Option(
        help: ArgumentHelp(
            "A rule to break. Repeat for several.", valueName: "fault"))
    var faults: [MeshConversation.Fault] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Capture at this peer, counted from 1, instead of midway between all.",
            discussion: "Only there do a request and its response have the same delay as for the requester.",
            valueName: "peer"))
    var at: Int?

    @OptionGroup var link: GenerateLink

    func validate() throws {
        try LimitedOption.check("--peers", peers, MeshConversation.peerLimits)
        try LimitedOption.check("--messages", messages, MeshConversation.messageLimits)
        if let at, !(1...peers).contains(at) { throw ValidationError("--at must be 1 to the number of peers.") }
        _ = try link.link(delay: 5, jitter: 1)
    }

    func run() throws {
        let mesh = try MeshConversation(
            peers: peers, messages: messages, faults: Set(faults), link: link.link(delay: 5, jitter: 1),
            at: at.map { .host($0 - 1) } ?? .network, seed: target.seed)
        try target.write(mesh.write)
    }
}
