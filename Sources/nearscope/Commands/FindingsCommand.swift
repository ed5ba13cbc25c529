import ArgumentParser
import TraceAnalysis
import TraceModel
import TraceReports

struct FindingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "findings",
        abstract: "Lists what is wrong or surprising, with the frames that show it and what to do.",
        discussion: """
            In the text, findings with one cause are together, as in the answer of analyze, but none is left out. As rows \
            they come in the order of the report.

            EXAMPLES
              nearscope findings trace.pcapng
              nearscope findings trace.pcapng --severity warning
              nearscope findings trace.pcapng --code name-conflict
              nearscope findings trace.pcapng --format ndjson | jq .facts
              nearscope findings captures/ --format csv > findings.csv
            """ + ExitStatus.help([64: "usage, or there is no such finding"], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "finding"
        static let document: String? = "an array of all findings"
    }

    @OptionGroup var options: ReportOptions

    @Option(help: "Only findings of this severity or above.")
    var severity: Finding.Severity?

    @Option(help: ArgumentHelp("Only findings with this code. Repeat for several.", valueName: "code"))
    var code: [String] = []

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
        let known = report.findings.map(\.code.rawValue)
        for name in code where !known.contains(name) { throw ExitStatus.missing("finding with the code", name, known) }
        var report = try redactor.shown(report)
        report.findings = report.findings.filter { finding in
            severity.map { finding.severity >= $0 } ?? true && (code.isEmpty || code.contains(finding.code.rawValue))
        }
        guard output.format == .text else {
            return try output.print(report.findings, .findings(of: report), hasPrinted: hasPrinted)
        }
        let destination = StandardOutput()
        try destination.write(options.title(report, hasPrinted: hasPrinted))
        try destination.write(options.page.view(TextSummary.self, showsAll: true).findings(report))
    }
}
