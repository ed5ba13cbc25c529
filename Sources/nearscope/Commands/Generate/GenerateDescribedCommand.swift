import ArgumentParser
import ProtocolDescriptions
import WireSimulation
import WireTesting

extension DescribedConversation.Transport: ExpressibleByArgument {}

struct GenerateDescribedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "described", abstract: "Clients and a server that speak a protocol of your own.",
        discussion: """
            Messages are made from the description: all types, with random content. Numbers count, clocks are those \
            of the sender, pairs are answered after up to 20 ms, and the rules of the description are kept. A service \
            of the description is announced with multicast DNS. By default, packets take 5 ms ± 1 ms. \
            Docs/protocols.md explains descriptions.

            EXAMPLES
              nearscope generate described --protocol chess.yaml -o chess.pcapng
              nearscope generate described --protocol lens.yaml -o lens.pcap \\
                  --transport udp --messages 500 --loss 0.05 --at server
              nearscope generate described --protocol chess.yaml -o chess.pcap \\
                  --clients 8 --pace 200ms
            """
                + ExitStatus.help([
                    0: "written", 66: "the description cannot be read",
                    74: "a file already exists, or cannot be written",
                ]))

    enum Place: String, ExpressibleByArgument, CaseIterable {
        case client, server, network
    }

    @OptionGroup var target: GenerateTarget

    @Option(
        name: .customLong("protocol"), help: ArgumentHelp("The description.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var path: String

    @Option(help: "The transport. (default: tcp if the description has it, else udp)")
    var transport: DescribedConversation.Transport?

    @Option(parsing: .unconditional, help: "Number of clients, each with a session of its own, 1 to 32.")
    var clients = 2

    @Option(
        parsing: .unconditional, help: "Number of messages that each side sends unprompted, 1 to 10000.")
    var messages = 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Bytes of content without a size of its own, at most: 1000, 1KiB.", valueName: "bytes"),
        transform: ByteCount.option(such: "1KiB"))
    var size = ByteCount(bytes: 100)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The longest time between two messages, 0.01 to 10000: 50, 50ms.", valueName: "ms"),
        transform: TimeSpan.option(plain: .milliseconds, such: "50ms"))
    var pace = TimeSpan.milliseconds(50)

    @Option(help: ArgumentHelp("The capture point; client is the first one.", valueName: "place"))
    var at = Place.network

    @OptionGroup var link: GenerateLink

    func validate() throws {
        try LimitedOption.check("--clients", clients, DescribedConversation.clientLimits)
        try LimitedOption.check("--messages", messages, DescribedConversation.messageLimits)
        try LimitedOption.check("--size", size.bytes, DescribedConversation.sizeLimits, such: "1KiB")
        try LimitedOption.check("--pace", pace.milliseconds, 0.01...10_000, such: "50ms")
        _ = try link.link(delay: 5, jitter: 1)
    }

    func run() throws {
        let file = try DescriptionFile(path: path)
        let point: NetworkModel.CapturePoint =
            switch at {
            case .client: .host(1)
            case .server: .host(0)
            case .network: .network
            }
        let link = try link.link(delay: 5, jitter: 1)
        let conversation: DescribedConversation
        do {
            conversation = try DescribedConversation(
                file.compiled, over: transport, clients: clients, messages: messages, size: size.bytes,
                pace: pace.nanoseconds, link: link, at: point, seed: target.seed)
        } catch {
            let problem = DescriptionProblem(key: error.key, message: error.description)
            DescriptionFile.report([file.page.located(problem)], path)
            throw ExitCode(ExitCode.validationFailure.rawValue)
        }
        try target.write(conversation.write)
    }
}
