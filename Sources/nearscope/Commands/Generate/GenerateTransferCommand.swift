import ArgumentParser
import WireSimulation
import WireTesting

extension LossyTransfer.Transport: ExpressibleByArgument {}

struct GenerateTransferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lossy-transfer",
        abstract: "An echo test over a network that loses, duplicates, reorders and delays packets.",
        discussion: """
            The client sends probes of eight bytes, which the server echoes. Then it sends data: numbered datagrams \
            over UDP, or a stream over TCP, where lost data is retransmitted. By default, packets take 20 ms ± 2 ms; \
            2 % are lost, 0.5 % are duplicated, and 1 % are reordered.

            EXAMPLES
              nearscope generate lossy-transfer -o city.pcapng --seed 3
              nearscope generate lossy-transfer -o tcp.pcap --transport tcp
              nearscope generate lossy-transfer -o underground.pcap --delay 40 \\
                  --jitter 8 --loss 0.05 --at client
            """ + ExitStatus.ofGenerating)

    enum Place: String, ExpressibleByArgument, CaseIterable {
        case client, server, network
    }

    @OptionGroup var target: GenerateTarget

    @Option(help: "The transport of the test.")
    var transport = LossyTransfer.Transport.udp

    @Option(parsing: .unconditional, help: "Number of probes, 8 to 1000.")
    var probes = 100

    @Option(
        parsing: .unconditional, help: "Number of data datagrams, or of writes to the stream, 0 to 100000.")
    var pieces = 1000

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Size of each piece, 16 to 1400.", valueName: "bytes"),
        transform: ByteCount.option(such: "1KiB"))
    var size = ByteCount(bytes: 128)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time between two pieces, 0.01 to 1000: 5, 5ms, 500us.", valueName: "ms"),
        transform: TimeSpan.option(plain: .milliseconds, such: "5ms"))
    var pace = TimeSpan.milliseconds(2)

    @Option(
        help: ArgumentHelp(
            "The capture point.",
            discussion:
                "At the server, lost packets are missing. At the client, round trips are those the client measures.",
            valueName: "place"))
    var at = Place.server

    @OptionGroup var link: GenerateLink

    private func makeLink() throws -> NetworkModel.Link {
        try link.link(delay: 20, jitter: 2, loss: 0.02, duplicates: 0.005, reordering: 0.01)
    }

    func validate() throws {
        try LimitedOption.check("--probes", probes, LossyTransfer.probeLimits)
        try LimitedOption.check("--pieces", pieces, LossyTransfer.pieceLimits)
        try LimitedOption.check("--size", size.bytes, LossyTransfer.sizeLimits, such: "1KiB")
        try LimitedOption.check("--pace", pace.milliseconds, 0.01...1000, such: "5ms")
        _ = try makeLink()
    }

    func run() throws {
        let point: NetworkModel.CapturePoint =
            switch at {
            case .client: .host(0)
            case .server: .host(1)
            case .network: .network
            }
        let transfer = try LossyTransfer(
            transport, probes: probes, pieces: pieces, size: size.bytes, pace: pace.nanoseconds, link: makeLink(),
            at: point, seed: target.seed)
        try target.write(transfer.write)
    }
}
