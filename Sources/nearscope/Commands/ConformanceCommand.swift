import ArgumentParser
import Foundation
import PacketCapture
import ServiceDiscovery
import TraceAnalysis
import TraceModel
import TraceReports
import WireCoding
import WireText

struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Judges every host of a capture by the rules of multicast DNS and DNS-SD, and names the frames.",
        discussion: """
            Each rule of RFC 6762 and RFC 6763 that a capture can show has one of four verdicts: kept, broken (with \
            the frames), no occasion, cannot see. What the place of the capture may have hidden, an access point's \
            copies, a reflector or a lost packet could explain is held against nobody.

            EXAMPLES
              nearscope conformance trace.pcapng
              nearscope conformance trace.pcapng --responder printer.local --verbose
              nearscope conformance trace.pcapng --rules 6762-8.1 --rules 6762-8.2
              nearscope conformance trace.pcapng --fail-on must && echo ready
              nearscope conformance trace.pcapng --format csv >rules.csv
            """
                + ExitStatus.help(
                    [1: "a rule that --fail-on names is broken", 64: "usage, or there is no such host or rule"],
                    others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "rule of a host"
    }

    /// The levels of rules whose breach is a failure.
    enum Failure: String, ExpressibleByArgument, CaseIterable {
        case must, should

        func isReached(by report: ConformanceReport) -> Bool {
            report.hosts.flatMap(\.rules).contains { $0.verdict == .broken && (self == .should || $0.isMandatory) }
        }
    }

    enum Role: String, ExpressibleByArgument, CaseIterable {
        case responder, querier
    }

    @OptionGroup var captures: CaptureFiles

    @Flag(help: "Read all files as one capture, in time order.")
    var merge = false

    @Option(
        help: ArgumentHelp(
            "Only the host with this name (with or without .local), IP address or link address. Repeat for several.",
            valueName: "host"))
    var responder: [String] = []

    @Option(help: "Only rules for this role.")
    var role: Role?

    @Option(
        help: ArgumentHelp(
            "Only rules whose ID is this or begins with it: 6762-8.1, 6763. Repeat for several.", valueName: "id"))
    var rules: [String] = []

    @Option(
        help: ArgumentHelp(
            "End with status 1 if a shown host breaks a MUST rule, or with should, any rule.", valueName: "level"))
    var failOn: Failure?

    @Flag(help: "Show every rule, and not only what is broken.")
    var verbose = false

    @Option(
        parsing: .unconditional,
        help: "Number of threads. The output is the same with any number. (default: one per processor)")
    var threads: Int?

    @OptionGroup var filter: FilterOptions

    @OptionGroup var page: PageOptions

    @OptionGroup var output: FormatOption<Kind>

    func validate() throws {
        try LimitedOption.checkPositive("--threads", threads)
        for rule in rules where rule.isEmpty || !ConformanceRule.all.contains(where: { $0.id.hasPrefix(rule) }) {
            throw ValidationError(
                "There is no rule “\(rule)”; they are in Docs/conformance.md, such as 6762-8.1-probe-first.")
        }
    }

    func run() async throws {
        var analyzer = TraceAnalyzer(workers: threads ?? ProcessInfo.processInfo.activeProcessorCount)
        analyzer.filter = try filter.compiled()
        ReadingProgress.start(captures.paths)
        defer { ReadingProgress.stop() }
        var worst = ExitCode.success
        if merge {
            let (files, status) = try CaptureInputs.overviews(
                captures.paths, for: "--merge opens each file before it reads")
            let name = files.count == 1 ? files[0].path : "\(files.count) files"
            let report = try await CaptureInput.reporting(name) { try await analyzer.conformance(merging: files) }
            worst = CaptureInputs.worse(status, try show(report, hasPrinted: false))
        } else {
            var (paths, status) = CaptureInputs.paths(captures.paths)
            var hasPrinted = false
            for path in paths {
                do {
                    let report = try await CaptureInput.reporting(path) {
                        try await analyzer.conformance(of: CaptureInputs.open(path))
                    }
                    status = CaptureInputs.worse(status, try show(report, hasPrinted: hasPrinted))
                    hasPrinted = true
                } catch let failure as ExitCode where paths.count > 1 {
                    status = CaptureInputs.worse(status, failure)
                }
            }
            worst = status
        }
        if worst != .success { throw worst }
    }

    /// - Returns: The exit status for what was found.
    private func show(_ report: ConformanceReport, hasPrinted: Bool) throws -> ExitCode {
        let shown = try selected(report)
        switch output.format {
        case .text, .json:
            let text = page.view(ConformanceCards.self, showsAll: verbose).render(shown)
            try output.print(shown, text: (hasPrinted ? "\n" : "") + text)
        default: try output.print(shown.rows, .conformance, hasPrinted: hasPrinted)
        }
        if let error = report.capture.fileError {
            return ExitStatus.damaged.failure(
                report.capture.path, "\(error.message); everything before it was judged")
        }
        return failOn?.isReached(by: shown) == true ? ExitCode(ExitStatus.findings.rawValue) : .success
    }

    /// The hosts and rules that the options name.
    ///
    /// - Throws: The exit status for a host that is not there.
    private func selected(_ report: ConformanceReport) throws -> ConformanceReport {
        var report = report
        if !responder.isEmpty {
            for name in responder where !report.hosts.contains(where: { $0.isNamed(name) }) {
                throw ExitStatus.missing("host", name, report.hosts.map(\.label))
            }
            report.hosts = report.hosts.filter { host in responder.contains(where: host.isNamed) }
        }
        guard role != nil || !rules.isEmpty else { return report }
        for index in report.hosts.indices {
            report.hosts[index].rules.removeAll { rule in
                if let role, rule.role != role.rawValue, rule.role != ConformanceRule.Role.both.rawValue { return true }
                return !rules.isEmpty && !rules.contains { rule.id.hasPrefix($0) }
            }
        }
        return report
    }
}

extension ConformanceReport.Host {
    /// Whether a user means this host by a name, with or without `.local`, or by an address.
    fileprivate func isNamed(_ name: String) -> Bool {
        // A link-local address may name its interface: fe80::1%eth0.
        let address = String(name.prefix { $0 != "%" })
        if let address = IPAddress(address) { return addresses.contains(address.description) }
        if let link = LinkAddress(name) { return linkAddresses.contains(link.description) }
        guard let hostname else { return label == name }
        let bare = { (name: String) in
            var name = name.lowercased()
            if name.hasSuffix(".") { name.removeLast() }
            return name.hasSuffix(".local") ? String(name.dropLast(6)) : name
        }
        return bare(hostname) == bare(name)
    }
}
