import ArgumentParser
import TraceAnalysis
import TraceModel
import TraceReports

/// The name of an order of sessions, whichever it is: `validate()` says which there are.
struct SortOption: ExpressibleByArgument {
    var name = SessionOrder.start.name

    static var allValueStrings: [String] { SessionOrder.usualNames }
    var defaultValueDescription: String { name }
}

extension SortOption {
    init(argument: String) { name = argument }
}

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Lists connections and conversations with their metrics, or shows one of them in full.",
        discussion: """
            One line for each session: who connected to whom, for which service, how long, how it ended, how much \
            was sent, the round trip of the network between the two, and what was lost or retransmitted. A narrow terminal omits some columns; csv has all. With --session, everything that is \
            known about that session.

            EXAMPLES
              nearscope sessions trace.pcapng
              nearscope sessions trace.pcapng --session 4
              nearscope sessions trace.pcapng --session 4 --transfer-report
              nearscope sessions trace.pcapng --sort rtt
              nearscope sessions trace.pcapng --application mesh --peer Alice
              nearscope sessions trace.pcapng --format csv > sessions.csv
              nearscope sessions trace.pcapng --format ndjson | jq .applicationRTT
            """ + ExitStatus.help([64: "usage, or there is no such session"], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "session"
        static let document: String? = "the report with only these sessions"
    }

    @OptionGroup var options: ReportOptions

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only this session, in full. Repeat for several.", valueName: "number"),
        transform: SessionNumber.option)
    var session: [Int] = []

    @OptionGroup var selection: SessionSelection

    @Option(
        help: """
            Sort order: the earliest session first, or the largest value of this metric. Columns of metrics in the csv \
            are sort orders too, such as forwardGoodput.
            """)
    var sort = SortOption()

    @Flag(help: "Reverse the order. Sessions without a value stay last.")
    var reverse = false

    @Flag(
        help: """
            Show the chosen sessions in the terms of Network.framework: what its DataTransferReport and EstablishmentReport at \
            each end would say, as far as the capture shows it.
            """)
    var transferReport = false

    @Flag(help: "In the text, also list background conversations: mDNS and other multicast.")
    var all = false

    @OptionGroup var redact: RedactOption

    @OptionGroup var output: FormatOption<Kind>

    func validate() throws {
        guard SessionOrder(sort.name) == nil else { return }
        let usual = SessionOrder.usualNames.joined(separator: ", ")
        throw ValidationError(
            "--sort: there is no order “\(sort.name)”; the orders are \(usual), and the columns of metrics in the csv, such "
                + "as forwardGoodput.")
    }

    func run() async throws {
        let redactor = try redact.redactor()
        let print = { (report: TraceReport, hasPrinted: Bool) async throws in
            try await self.print(report, hasPrinted: hasPrinted, redactor)
        }
        try await ReportRun(options: options, analyzer: options.analyzer(), print: print).run()
    }

    private func print(_ report: TraceReport, hasPrinted: Bool, _ redactor: Redactor?) async throws {
        let destination = StandardOutput()
        let order = SessionOrder(sort.name) ?? .start
        let indices = order.indices(
            try selection.indices(of: report, numbered: session), in: report.sessions, reversed: reverse)
        // The options name what the capture has.
        let report = try redactor.shown(report)
        let chosen = indices.lazy.map { report.sessions[$0] }
        if transferReport { return try printTransferReports(chosen, report, hasPrinted: hasPrinted) }
        switch output.format {
        case .text:
            try destination.write(options.title(report, hasPrinted: hasPrinted))
            try writeText(indices, report, destination)
        case .json:
            let isWhole = session.isEmpty && selection.isEmpty
            let limited = isWhole && order == .start && !reverse ? report : report.limited(toSessions: Array(chosen))
            try await output.print(limited, workers: options.workers)
        default: try output.print(chosen, .sessions(of: report), hasPrinted: hasPrinted)
        }
    }

    private func printTransferReports(
        _ sessions: some Sequence<Session>, _ report: TraceReport, hasPrinted: Bool
    ) throws {
        let shown = sessions.filter { listsBackground || !session.isEmpty || !$0.isBackground }
        guard output.format == .text else {
            let reports = TransferReports(report)
            return try output.print(
                shown.lazy.flatMap { reports.reports(of: $0) }, .transferReports(of: report), hasPrinted: hasPrinted)
        }
        let destination = StandardOutput()
        try destination.write(options.title(report, hasPrinted: hasPrinted))
        try destination.write(options.page.view(TransferReportView.self).render(shown, of: report))
    }

    /// Whoever asks for mDNS wants to see it.
    private var listsBackground: Bool { all || selection.application.contains(.mdns) }

    private func writeText(_ indices: [Int], _ report: TraceReport, _ output: StandardOutput) throws {
        let view = options.page.view(SessionsView.self)
        guard session.isEmpty else {
            let details = indices.map { view.detail(report.sessions[$0], of: report) }
            return try output.write(details.joined(separator: "\n"))
        }
        let listed = listsBackground ? indices : indices.filter { !report.sessions[$0].isBackground }
        try view.write(
            listed.lazy.map { report.sessions[$0] }, of: report, omitted: indices.count - listed.count
        ) { try output.write($0) }
    }
}
