import ArgumentParser
import ServiceDiscovery
import WireTesting

struct GenerateRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename-conflict",
        abstract: "Hosts that want one name, and give way as their responders do.",
        discussion: """
            Each host probes for the name by multicast DNS. Who finds it taken, or loses to one that asks at the same \
            time, goes on with another name by the rule of its responder: "iPad (2)", "iPad #2" or "iPad-2". Unless \
            told otherwise packets take 1 ms, 0.2 more or less.

            EXAMPLES
              nearscope generate rename-conflict -o rename.pcapng
              nearscope generate rename-conflict -o three.pcap \\
                  --responder apple --responder avahi --responder zeroconf
              nearscope generate rename-conflict -o race.pcap --gap 0 --name "TV"
              nearscope generate rename-conflict -o host2.pcap --at 2 --loss 0.1

            EXIT STATUS
              0 written   64 usage   74 a file exists already, or cannot be written
            """)

    @OptionGroup var target: GenerateTarget

    @Option(
        help: ArgumentHelp(
            "How the next host behaves; given once for each host. (default: twice apple)", valueName: "family"))
    var responder: [ResponderFamily] = []

    @Option(help: "What all hosts want to be called.")
    var name = "iPad"

    @Option(help: ArgumentHelp("From the beginning of one host to that of the next, 0 to 60.", valueName: "s"))
    var gap = 5.0

    @Option(
        help: ArgumentHelp(
            "Capture at this host, counted from 1, and not half way between all.",
            discussion: "There a packet of another host is seen when it arrives, and not if it is lost on the way.",
            valueName: "host"))
    var at: Int?

    @OptionGroup var link: GenerateLink

    private var families: [ResponderFamily] { responder.isEmpty ? [.apple, .apple] : responder }

    func validate() throws {
        guard RenameConflict.hostLimits.contains(families.count) else {
            throw ValidationError("--responder is given 2 to 16 times.")
        }
        guard (0...60).contains(gap) else { throw ValidationError("--gap is 0 to 60.") }
        if let violation = ServiceInstanceName.violations(ofInstance: Array(name.utf8)).first {
            throw ValidationError("--name: \(violation)")
        }
        if let at, !(1...families.count).contains(at) { throw ValidationError("--at is 1 to the number of hosts.") }
        _ = try link.link(delay: 1, jitter: 0.2)
    }

    func run() throws {
        let conflict = try RenameConflict(
            families, name: name, gap: Int64(gap * 1e9), link: link.link(delay: 1, jitter: 0.2),
            at: at.map { .host($0 - 1) } ?? .network, seed: target.seed)
        try target.write(conflict.write)
    }
}
