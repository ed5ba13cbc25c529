import ArgumentParser
import TraceAnalysis
import TraceModel
import TraceReports

extension CaptureSummary.Depth: ExpressibleByArgument {}
extension Finding.Severity: ExpressibleByArgument {
    public static var allValueStrings: [String] { allCases.reversed().map(\.rawValue) }
}

struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Explains captures: peers, services, sessions, findings. The default command.",
        discussion: """
            Reads pcap and pcapng, plain or compressed with gzip, zstd or lz4, from files or from standard input \
            (-). A directory means all captures in it. Of several captures an index comes first, with a line for each and \
            its worst finding; then they are explained one after another. With --merge they are explained as one, in \
            time order. The exit status is the largest of theirs.

            While a pipe is read, a terminal shows services, sessions and findings so far. Ctrl-C ends the reading, and \
            what came until then is explained.

            EXAMPLES
              nearscope trace.pcapng
              nearscope trace.pcap --format json > report.json
              nearscope --merge ring-00001.pcapng ring-00002.pcapng
              nearscope --merge rotated/
              nearscope trace.pcap --filter 'host 10.0.0.1 and tcp'
              nearscope trace.pcap --key-log keys.log
              nearscope trace.pcap --fail-on warning && echo clean
            """ + ExitStatus.help([1: "a finding reached --fail-on"], others: ExitStatus.ofCaptures))

    @OptionGroup var options: ReportOptions

    @OptionGroup var wireless: WirelessOptionGroup

    @OptionGroup var redact: RedactOption

    @OptionGroup var output: FormatOption<SingleDocument>

    @Flag(help: "List everything in the text, including what is left out by default.")
    var all = false

    @Option(
        help:
            "messages for everything. flows for headers only: no services, messages or round trips, but several times as fast."
    )
    var depth = CaptureSummary.Depth.messages

    @Flag(
        help:
            "Verify the checksums of IPv4, TCP, UDP and ICMP, and report those that were left for the network card to fill in."
    )
    var verifyChecksums = false

    @Option(help: "Exit with status 1 when there is a finding of this severity or above.")
    var failOn: Finding.Severity?

    func run() async throws {
        var analyzer = try options.analyzer(depth: depth, verifiesChecksums: verifyChecksums)
        analyzer.wireless = wireless.options
        let redactor = try redact.redactor()
        guard output.format == .text else {
            let print = { (report: TraceReport, _: Bool) async throws in
                try await output.print(redactor.shown(report), workers: options.workers)
            }
            try await ReportRun(options: options, analyzer: analyzer, print: print, judge: judge).run()
            return
        }
        // The view shows what is still to be redacted.
        let view =
            options.merge || redact.isOn ? nil : PipeView(options.files, style: options.page.style(isTerminal: true))
        let reports = IndexedReports(options.page, showsAll: all, redactor)
        var run = ReportRun(
            options: options, analyzer: analyzer, print: { report, _ in try reports.add(report) }, view: view,
            judge: judge)
        run.begin = { if $0.count > 1 { try reports.begin($0) } }
        run.skip = reports.skip
        do {
            try await run.run()
        } catch {
            if (error as? ExitCode)?.rawValue != ExitStatus.cannotWrite.rawValue { try reports.finish() }
            throw error
        }
        try reports.finish()
    }

    private func judge(_ report: TraceReport) -> ExitCode {
        if let level = failOn, report.findings.contains(where: { $0.severity >= level }) {
            return ExitCode(ExitStatus.findings.rawValue)
        }
        return .success
    }
}
