import ArgumentParser
import TraceAnalysis
import TraceModel
import TraceReports

struct PeersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers",
        abstract: "Lists devices with all names, addresses and services that the capture ties to them.",
        discussion: """
            One device has many identities: display names, host names, peer IDs, addresses of its networks. The evidence that \
            joins them is in ndjson and json.

            EXAMPLES
              nearscope peers trace.pcapng
              nearscope peers trace.pcapng --format ndjson | jq '{label, addresses}'
              nearscope peers captures/ --format csv > peers.csv
            """ + ExitStatus.help([0: "listed"], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "peer"
        static let document: String? = "an array of all peers"
    }

    @OptionGroup var options: ReportOptions

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
        let report = try redactor.shown(report)
        guard output.format == .text else {
            return try output.print(report.peers, .peers(of: report), hasPrinted: hasPrinted)
        }
        let destination = StandardOutput()
        try destination.write(options.title(report, hasPrinted: hasPrinted))
        try destination.write(options.page.view(TextSummary.self, showsAll: true).peers(report))
    }
}
