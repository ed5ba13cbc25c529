import ArgumentParser
import DNSWire
import PacketCapture
import TraceAnalysis
import TraceModel
import TraceReports

struct ServicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "services",
        abstract:
            "Shows the history of every Bonjour service: who claimed which name, who won, who was renamed and why.",
        discussion: """
            A service and its earlier names are shown as one history: probes, conflicts, simultaneous probes and \
            their winners, renames and the rule of each, announcements, updates and goodbyes, with time and \
            frame.

            EXAMPLES
              nearscope services trace.pcapng
              nearscope services trace.pcapng --instance 'iPad (2)'
              nearscope services trace.pcapng --host MacBook-2.local
              nearscope services trace.pcapng --type _yourmesh._tcp --verbose
              nearscope services trace.pcapng --format ndjson | jq .instance
            """ + ExitStatus.help([64: "usage, or there is no such service"], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "service"
        static let document: String? = "the report with only these services"
    }

    @OptionGroup var options: ReportOptions

    @Option(
        help: ArgumentHelp(
            "Only services with this name (or ID in the report), including their names before and after.",
            valueName: "name"))
    var instance: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only this host, with or without .local, and the services on it.", valueName: "name"))
    var host: [String] = []

    @Option(help: ArgumentHelp("Only services of this type, such as _http._tcp.", valueName: "type"))
    var type: [String] = []

    @Flag(
        help:
            "Show every event, who asked when, and of files (not with --redact) which rules of multicast DNS each host breaks."
    )
    var verbose = false

    @OptionGroup var redact: RedactOption

    @OptionGroup var output: FormatOption<Kind>

    func run() async throws {
        let redactor = try redact.redactor()
        let print = { (report: TraceReport, hasPrinted: Bool) async throws in
            try await self.print(report, hasPrinted: hasPrinted, redactor)
        }
        try await ReportRun(options: options, analyzer: options.analyzer(), print: print).run()
    }

    private func print(_ report: TraceReport, hasPrinted: Bool, _ redactor: Redactor?) async throws {
        let destination = StandardOutput()
        let selected = try self.selected(report)
        // The options name what the capture has.
        let report = try redactor.shown(report)
        switch output.format {
        case .text:
            try destination.write(options.title(report, hasPrinted: hasPrinted))
            let story = options.page.view(ServiceStory.self, showsAll: verbose)
            try destination.write(story.render(report, only: selected))
            if verbose { try await printConformance(report, only: selected, redactor) }
        case .json:
            let limited = selected.map { report.limited(toServices: $0) } ?? report
            try await output.print(limited, workers: options.workers)
        default:
            let services = report.services.lazy.filter { selected?.contains($0.id) ?? true }
            try output.print(services, .services(of: report), hasPrinted: hasPrinted)
        }
    }

    /// A line for each host: which rules it breaks. Pipes cannot be read for it.
    private func printConformance(_ report: TraceReport, only selected: Set<String>?, _ redactor: Redactor?)
        async throws
    {
        let paths = report.capture.files.map(\.path)
        guard redactor == nil, paths.allSatisfy({ CaptureInputs.kind($0) == .file }) else { return }
        let analyzer = TraceAnalyzer(workers: options.workers, filter: try options.reading.filter.compiled())
        let captures = try paths.map { path in try CaptureInput.reporting(path) { try CaptureOverview(path: path) } }
        let judged = try await CaptureInput.reporting(report.capture.path) {
            try await analyzer.conformance(merging: captures)
        }
        let named = Set(
            report.services.filter { selected?.contains($0.id) ?? true }.compactMap { $0.host?.lowercased() })
        let hosts = judged.hosts.filter { selected == nil || named.contains($0.hostname?.lowercased() ?? "") }
        try StandardOutput().write(options.page.view(ConformanceCards.self).lines(hosts))
    }

    /// The ids of the services that the options name, with the other names of each; nil without such options.
    private func selected(_ report: TraceReport) throws -> Set<String>? {
        guard !instance.isEmpty || !type.isEmpty || !host.isEmpty else { return nil }
        var found = report.services
        if !host.isEmpty {
            let isOn = { (service: Service, host: String) in
                service.host.flatMap(DNSName.init(presentation:)).map { $0 == Self.hostName(host) } ?? false
            }
            for name in host where !found.contains(where: { isOn($0, name) }) {
                throw ExitStatus.missing("service on a host", name, found.compactMap(\.host))
            }
            found = found.filter { service in host.contains { isOn(service, $0) } }
        }
        if !instance.isEmpty {
            let named = try instance.flatMap { name in
                let services = report.services(named: name)
                guard !services.isEmpty else {
                    throw ExitStatus.missing("service", name, report.services.map(\.instance))
                }
                return services.map(\.id)
            }
            let ids = Set(named)
            found = found.filter { ids.contains($0.id) }
        }
        if !type.isEmpty {
            for type in type where !report.services.contains(where: { $0.isOf(type) }) {
                throw ExitStatus.missing("service of type", type, report.services.map(\.type))
            }
            found = found.filter { service in type.contains(where: service.isOf) }
        }
        return report.withRenames(Set(found.map(\.id)))
    }

    /// The name that a user means: without a domain, one in `local`.
    private static func hostName(_ text: String) -> DNSName? {
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        return DNSName(presentation: name.contains(".") ? name : name + ".local")
    }
}
