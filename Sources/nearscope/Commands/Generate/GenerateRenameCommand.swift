import ArgumentParser
import ServiceDiscovery
import WireSimulation
import WireTesting

struct GenerateRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename-conflict",
        abstract: "Hosts that want the same name, and rename as their responders do.",
        discussion: """
            Each host probes for the name with multicast DNS. A host that finds it taken, or loses to one that \
            probes at the same time, continues with another name by the rule of its responder: "iPad (2)", "iPad #2" \
            or "iPad-2". By default, packets take 1 ms ± 0.2 ms.

            EXAMPLES
              nearscope generate rename-conflict -o rename.pcapng
              nearscope generate rename-conflict -o three.pcap \\
                  --responder apple --responder avahi --responder zeroconf
              nearscope generate rename-conflict -o race.pcap --gap 0 --name "TV"
              nearscope generate rename-conflict -o host2.pcap --at 2 --loss 0.1
            """ + ExitStatus.ofGenerating)

    @OptionGroup var target: GenerateTarget

    @Option(
        help: ArgumentHelp(
            "How the next host behaves. Repeat for each host. (default: apple twice)", valueName: "family"))
    var responder: [ResponderFamily] = []

    @Option(help: "The name that all hosts want.")
    var name = "iPad"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time between the starts of two hosts, 0 to 60: 2, 2s, 250ms.", valueName: "s"),
        transform: TimeSpan.option(plain: .seconds, such: "250ms"))
    var gap = TimeSpan.seconds(5)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Capture at this host, counted from 1, instead of midway between all.",
            discussion: "A packet of another host is captured when it arrives there, and not at all if it was lost.",
            valueName: "host"))
    var at: Int?

    @OptionGroup var link: GenerateLink

    private var families: [ResponderFamily] { responder.isEmpty ? [.apple, .apple] : responder }

    func validate() throws {
        guard RenameConflict.hostLimits.contains(families.count) else {
            throw ValidationError("Give --responder 2 to 16 times.")
        }
        try LimitedOption.check("--gap", gap.seconds, 0...60, such: "250ms")
        if let violation = ServiceInstanceName.violations(ofInstance: Array(name.utf8)).first {
            throw ValidationError("--name: \(violation)")
        }
        if let at, !(1...families.count).contains(at) {
            throw ValidationError("--at must be 1 to the number of hosts.")
        }
        _ = try link.link(delay: 1, jitter: 0.2)
    }

    func run() throws {
        let conflict = try RenameConflict(
            families, name: name, gap: gap.nanoseconds, link: link.link(delay: 1, jitter: 0.2),
            at: at.map { .host($0 - 1) } ?? .network, seed: target.seed)
        try target.write(conflict.write)
    }
}
