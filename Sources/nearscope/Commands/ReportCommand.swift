import ArgumentParser
import Foundation
import PacketCapture
import Platform
import TraceAnalysis
import TraceModel
import TracePages
import TraceReports
import WireText

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes a page of HTML to look at and to send: plots of peers, names, sessions, round trips.",
        discussion: """
            The page is one file that needs no network and no other program than a browser. What analyze prints is on it, with \
            plots over time, the table behind each plot, and the report as JSON. Of several captures each has its part.

            With --perfetto, what happened is also written as a trace for ui.perfetto.dev: a track for each peer, with its \
            services, sessions and messages.

            Captures are read twice: messages and round trips one by one take a second reading. From a pipe there are none, \
            and the page says so.

            EXAMPLES
              nearscope report trace.pcapng -o trace.html
              nearscope report *.pcapng -o all.html
              nearscope report --merge phone.pcap tablet.pcap -o both.html
              nearscope report trace.pcapng --redact -o send.html
              nearscope report trace.pcapng --perfetto trace.pftrace
            """ + ExitStatus.help([0: "written", 74: "a file cannot be written"], others: ExitStatus.ofCaptures))

    @OptionGroup var captures: CaptureFiles

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The page to write, or - for standard output.", valueName: "file"), completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp("Write a trace for ui.perfetto.dev to this file.", valueName: "file"), completion: .file())
    var perfetto: String?

    @OptionGroup var redact: RedactOption

    @OptionGroup var reading: AnalysisOptions

    func validate() throws {
        if output == nil, perfetto == nil {
            throw ValidationError("Give -o with a page such as report.html, or --perfetto with a trace, or both.")
        }
        if perfetto == "-" { throw ValidationError("--perfetto needs a file.") }
        if let output, output == perfetto { throw ValidationError("-o and --perfetto need two files.") }
    }

    func run() async throws {
        let analyzer = try reading.analyzer()
        // One for all: a stand-in in one capture must not be a name in another. The trace of one needs it at once.
        let redactor = try redact.redactor()
        ReadingProgress.start(captures.paths, passes: 2)
        defer { ReadingProgress.stop() }
        var (pages, worst) = ([PageCapture](), ExitCode.success)
        for (name, open) in try inputs(&worst) {
            do {
                pages.append(
                    try await CaptureInput.reporting(name) { try await page(of: open(), analyzer, redactor) })
                worst = CaptureInputs.worse(worst, ReportRun.faults(of: pages[pages.count - 1].report, name))
            } catch let status as ExitCode where status.rawValue != ExitStatus.cannotWrite.rawValue {
                worst = CaptureInputs.worse(worst, status)
            }
        }
        guard !pages.isEmpty else { throw worst }
        if let output { try write(pages, to: output) }
        if worst != .success { throw worst }
    }

    // MARK: - Input

    private enum Input {
        /// What can be read once only.
        case stream(String)
        case files([CaptureOverview])
    }

    /// The captures with their names.
    private func inputs(_ worst: inout ExitCode) throws -> [(name: String, open: () throws -> Input)] {
        if reading.merge {
            let (overviews, known) = try CaptureInputs.overviews(
                captures.paths, for: "--merge opens each file before it reads")
            worst = known
            try CaptureInputs.refuse([output, perfetto], among: overviews.map(\.path))
            let name = overviews.count == 1 ? overviews[0].path : "\(overviews.count) files"
            return [(name, { .files(overviews) })]
        }
        let (paths, known) = CaptureInputs.paths(captures.paths)
        worst = known
        try CaptureInputs.refuse([output, perfetto], among: paths)
        if perfetto != nil, paths.count > 1 {
            throw ExitStatus.wrongUsage(
                "--perfetto is a trace of one capture; give one, or read all as one with --merge")
        }
        return paths.map { path in
            (
                path,
                { CaptureInputs.kind(path) == .stream ? .stream(path) : .files([try CaptureOverview(path: path)]) }
            )
        }
    }

    /// The report of a capture with what a second reading gives; its trace is written meanwhile.
    private func page(
        of input: Input, _ analyzer: TraceAnalyzer, _ redactor: Redactor?
    ) async throws -> PageCapture {
        switch input {
        case .stream(let path):
            let report = try await analyzer.analyze(CaptureInputs.open(path))
            try perfetto.map { try ReportTrace($0, redactor.shown(report)) }?.finish()
            return PageCapture(report)
        case .files(let overviews):
            let messages = try await analyzer.messages(merging: overviews)
            guard let trace = try perfetto.map({ try ReportTrace($0, redactor.shown(messages.report)) }) else {
                return PageCapture(messages.report, details: try CaptureDetails(messages))
            }
            let details = try CaptureDetails(messages) {
                try trace.add(redactor?.redacted($0) ?? $0)
            } roundTrip: {
                try trace.add($0)
            }
            try trace.finish()
            return PageCapture(messages.report, details: details)
        }
    }

    // MARK: - Output

    private func write(_ captured: [PageCapture], to output: String) throws {
        let redactor = redact.isOn ? try Redactor(captured.map(\.report)) : nil
        let shown = try captured.map { page in
            guard let redactor else { return page }
            return PageCapture(
                try redactor.redacted(page.report), details: try page.details?.replacing { try redactor.redacted($0) })
        }
        let paths = captures.paths.map { redactor?.redacted(path: $0) ?? $0 }
        let pages = shown.map { page in
            let extraction = PacketExtraction(
                reading.merge ? paths : [page.report.capture.path], merged: reading.merge,
                keys: reading.keys.logs.flatMap { ["--key-log", redactor?.redacted(path: $0) ?? $0] },
                filter: reading.filter.expression, dividesConversations: reading.udpIdle != nil,
                isRedacted: redactor != nil)
            return PageCapture(page.report, details: page.details, extraction: extraction)
        }
        let words = reading.words.map { $0.hasPrefix("--") ? $0 : redactor?.redacted($0) ?? $0 }
        let options = words + (redactor == nil ? [] : ["--redact"])
        let command = PageCommand.text("report", options + paths.map(ShellWord.path) + ["-o", "report.html"])
        let bytes = try ReportPage.render(pages, command: command)
        if output == "-" {
            try StandardOutput().write(bytes)
        } else {
            try OutputFile.write(bytes, to: output, replaces: true)
        }
    }
}

/// A report's trace in a file.
private final class ReportTrace {
    private let file: PerfettoFile
    private var trace: PerfettoTrace

    /// - Throws: The exit status for a file that cannot be written.
    init(_ path: String, _ report: TraceReport) throws {
        let file = try PerfettoFile(path)
        self.file = file
        trace = try PerfettoTrace(report) { try file.write($0) }
    }

    func add(_ message: TraceMessage) throws { try trace.add(message) }
    func add(_ roundTrip: RoundTrip) throws { try trace.add(roundTrip) }

    func finish() throws {
        try trace.finish()
        try file.finish()
    }
}
