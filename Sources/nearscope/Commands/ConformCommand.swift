import ArgumentParser
import PacketCapture
import ServiceDiscovery
import TraceReports
import WireText

struct ConformCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Tests a host on its network by the rules of multicast DNS, and judges it as conformance does.",
        discussion: """
            Makes the occasions that a capture lacks: asks in all ways, faster than may be answered, from off the \
            link; claims the target's name, loses and wins tie-breaks, denies its probes, says goodbye in its place. \
            Ends with the card that conformance prints, and how the scenarios went. It takes some minutes, and sends \
            10 packets a second and 2,000 in all at most. False claims live for 10 s, and are taken back at the end.

            Some scenarios make the target take another name, which it may keep even when it is restarted (--keep-name \
            leaves them out); those of --restarts wait until you have restarted it.

            Off loopback and network namespaces it needs --yes-on-this-network: others on the link see what it \
            claims. Rights are needed, and given up, as for capture. The target must be another machine, or in \
            another namespace.

            EXAMPLES
              nearscope conform --list-scenarios
              nearscope conform -i eth0 --target printer.local --yes-on-this-network
              nearscope conform -i eth0 --target 'Desk._ipp._tcp' -w test.pcapng \\
                --yes-on-this-network
              ip netns exec lab nearscope conform -i veth0 --target printer
              ip netns exec lab nearscope conform -i veth0 --target printer \\
                --scenario known-answers --scenario burst --fail-on must
            """
                + ExitStatus.help(
                    [
                        0: "tested", 1: "a rule that --fail-on names is broken",
                        2: "interrupted, or an interface went away",
                        64: "usage, or no host has that name", 65: "the interface cannot be used for it",
                        66: "the interface cannot be opened", 74: "a file already exists, or cannot be written",
                    ]))

    @Option(
        name: [.customShort("i"), .customLong("interface")],
        help: ArgumentHelp("The interface that the target is on.", valueName: "interface"))
    var interface: String?

    @Option(
        help: ArgumentHelp(
            "The host or service instance to test: printer.local, 'Desk._ipp._tcp.local'.", valueName: "name"))
    var target: String?

    @Option(
        help: ArgumentHelp("Only this scenario. Repeat for several.", valueName: "id"))
    var scenario: [String] = []

    @Flag(help: "Leave out what makes the target take another name.")
    var keepName = false

    @Flag(help: "Leave services alone, and dispute the host's name.")
    var hostOnly = false

    @Flag(help: "Play the scenarios that need the target to be restarted, too.")
    var restarts = false

    @Flag(help: "List the scenarios, and exit.")
    var listScenarios = false

    @Flag(help: "Test on a network that others may use.")
    var yesOnThisNetwork = false

    @Flag(name: .customLong("ipv6"), help: "Test over IPv6 where the interface has both.")
    var usesIPv6 = false

    @Option(
        name: [.customShort("w"), .customLong("write")],
        help: ArgumentHelp("The pcapng file to write, which the card's frames are of.", valueName: "file"),
        completion: .file())
    var path: String?

    @Option(
        name: [.customShort("Z"), .long],
        help: ArgumentHelp(
            "Once the interface is open, go on as this user. (default: who called sudo, else nobody)",
            valueName: "name"))
    var user: String?

    @OptionGroup var existing: ForceOption

    @Option(
        help: ArgumentHelp(
            "End with status 1 if the target breaks a MUST rule, or with should, any rule.", valueName: "level"))
    var failOn: ConformanceCommand.Failure?

    @Flag(help: "Show every rule and scenario, and not only what is broken.")
    var verbose = false

    @Flag(help: "Do not show progress on standard error.")
    var quiet = false

    @OptionGroup var page: PageOptions

    @OptionGroup var output: FormatOption<ConformanceCommand.Kind>

    func validate() throws {
        for id in scenario where !ConformanceScenario.all.contains(where: { $0.id == id }) {
            throw ValidationError("There is no scenario “\(id)”; --list-scenarios shows them.")
        }
        if keepName, let id = scenario.first(where: { id in Self.named(id)?.effects.contains(.renames) == true }) {
            throw ValidationError("Scenario \(id) makes the target take another name, which --keep-name forbids.")
        }
        if listScenarios { return }
        guard let interface, !interface.isEmpty else { throw ValidationError("Give the interface with -i.") }
        guard let target else { throw ValidationError("Give the host or instance to test with --target.") }
        guard ConformanceTester.TargetName(target) != nil else {
            throw ValidationError(
                "“\(target)” is neither a host nor a service instance; give printer.local, or 'Desk._ipp._tcp.local' (a dot in the instance's name is written \\.)."
            )
        }
        if path == "-" { throw ValidationError("-w needs a file; the card goes to standard output.") }
    }

    private static func named(_ id: String) -> ConformanceScenario? { ConformanceScenario.all.first { $0.id == id } }

    /// What is played, in the order of the list.
    var scenarios: [ConformanceScenario] {
        guard scenario.isEmpty else { return ConformanceScenario.all.filter { scenario.contains($0.id) } }
        return ConformanceScenario.all.filter { scenario in
            (!keepName || !scenario.effects.contains(.renames))
                && (restarts || !scenario.effects.contains(.needsRestart)) && !scenario.effects.contains(.exhaustsNames)
        }
    }

    func run() async throws {
        guard !listScenarios else {
            try StandardOutput().write(ScenarioList.text)
            return
        }
        guard let interface, let name = target.flatMap({ ConformanceTester.TargetName($0) }) else { return }
        do {
            let test = try ConformRun(self, on: interface, name)
            try await test.run()
        } catch let error as LiveCaptureError {
            throw ExitStatus.failure(error)
        } catch let error as CaptureRecorderError {
            throw OutputFile.failure(error, isKept: true)
        }
    }
}

/// `--list-scenarios`
enum ScenarioList {
    static var text: String {
        let all = ConformanceScenario.all
        let width = all.map(\.id.count).max() ?? 0
        return all.map { scenario in
            let seconds = "\(scenario.duration.components.seconds) s"
            let id = TextTable.Alignment.left.padded(scenario.id, to: width)
            let time = TextTable.Alignment.right.padded(seconds, to: 5)
            return "\(id)  \(time)  \(scenario.title)\(remark(scenario.effects))\n"
        }.joined()
    }

    private static func remark(_ effects: ConformanceScenario.Effects) -> String {
        var remark = ""
        if effects.contains(.needsRestart) { remark += " Waits for a restart of the target (--restarts)." }
        if effects.contains(.renames) { remark += " The target takes another name." }
        if effects.contains(.exhaustsNames) { remark += " Only if it is named by --scenario." }
        return remark
    }
}
