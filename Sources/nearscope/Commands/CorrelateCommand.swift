import ArgumentParser
import CaptureCorrelation
import Foundation
import PacketCapture
import TraceAnalysis
import TraceModel
import TracePages
import TraceReports
import WireText

struct CorrelateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correlate",
        abstract: "Compares two captures of the same traffic: packet loss and delay between them.",
        discussion: """
            A and B are captures from two points that the same packets pass, such as both ends of a connection. \
            Packets are matched by their content. The matches give the offset between the two clocks and then, for \
            each direction of each session, which packets were lost, duplicated or reordered, and how long they \
            took. Formats, link types, snap lengths and clocks may differ. Addresses must be the same at both \
            points.

            With --perfetto, both captures are also written as one trace for ui.perfetto.dev, by the clock of A: their \
            peers, sessions and messages, arrows from where a message was sent to where it arrived, and the delays and \
            losses of each session that both have. Captures are read three times for it.

            EXAMPLES
              nearscope correlate phone.pcap tablet.pcapng
              nearscope correlate a.pcap b.pcap --filter 'tcp port 7000'
              nearscope correlate a.pcap b.pcap --format json | jq .clock.offset
              nearscope correlate a.pcap b.pcap --perfetto trace.pftrace
            """
                + ExitStatus.help(
                    [
                        0: "compared", 2: "a file is damaged or cut off", 65: "not a capture, or no packet is in both",
                        66: "a file cannot be opened", 74: "a file cannot be written",
                    ], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "direction of a session"
        static let hasPage = true
    }

    @Argument(
        help: ArgumentHelp("Capture A, or - for standard input.", valueName: "A"), completion: .file())
    var first: String

    @Argument(
        help: ArgumentHelp("Capture B, or - for standard input.", valueName: "B"), completion: .file())
    var second: String

    @OptionGroup var output: FormatOption<Kind>

    @OptionGroup var pageFile: PageFileOption

    @Option(
        help: ArgumentHelp(
            "Write a trace of both captures for ui.perfetto.dev to this file.", valueName: "file"),
        completion: .file())
    var perfetto: String?

    @OptionGroup var redact: RedactOption

    @Option(
        parsing: .unconditional,
        help:
            "Number of threads. With 1 the files are read one after the other. The output is the same with any number.")
    var threads: Int?

    @OptionGroup var filter: FilterOptions

    @OptionGroup var protocols: ProtocolOptions

    @OptionGroup var keys: KeyOptions

    @OptionGroup var memory: MemoryOption

    @OptionGroup var page: PageOptions

    func validate() throws {
        try LimitedOption.checkPositive("--threads", threads)
        if first == "-", second == "-" { throw ValidationError("Only one of the captures can be standard input.") }
        try pageFile.check(output.format)
        if perfetto == "-" { throw ValidationError("--perfetto needs a file.") }
        if let perfetto, perfetto == pageFile.output { throw ValidationError("-o and --perfetto need two files.") }
    }

    func run() async throws {
        let filter = try filter.compiled()
        let applications = try protocols.applications()
        let secrets = try keys.secrets()
        var correlator = CaptureCorrelator(filter: filter, isConcurrent: threads != 1)
        correlator.memory = memory.budget
        correlator.secrets = secrets
        try CaptureInputs.refuse([pageFile.output, perfetto], among: [first, second])
        if perfetto != nil {
            try CaptureInputs.refuseStreams(among: [first, second], for: "--perfetto reads each capture again")
        }
        ReadingProgress.start([first, second], passes: perfetto == nil ? 1 : 3)
        defer { ReadingProgress.stop() }
        let files = try [first, second].map { path in
            try CaptureInput.reporting(path) { try CaptureInputs.open(path) }
        }
        let correlated: CorrelatedCaptures
        do {
            correlated = try await correlator.correlation(of: files[0], files[1])
        } catch let error as CorrelationError {
            throw Self.failure(error, "\(first) and \(second)")
        }
        let report = correlated.report
        var redactor: Redactor?
        if let perfetto {
            var analyzer = TraceAnalyzer(
                workers: threads ?? ProcessInfo.processInfo.activeProcessorCount, filter: filter)
            analyzer.memory = memory.budget
            analyzer.applications = applications
            analyzer.secrets = secrets
            let trace = CorrelationTraceRun(paths: [first, second], analyzer: analyzer, output: perfetto)
            redactor = try await trace.write(correlated, isRedacted: redact.isOn)
        } else {
            redactor = try redact.redactor()
        }
        try print(correlated, redactor)
        var status = ExitCode.success
        for capture in report.captures {
            if capture.uncomparedPackets > 0 {
                let packets = Quantity.count(capture.uncomparedPackets, "packet")
                status = ExitStatus.damaged.failure(
                    capture.path, "no room in memory for \(packets), which are not compared. Give more with --memory")
            }
            guard let error = capture.fileError else { continue }
            status = ExitStatus.damaged.failure(
                capture.path, "\(error.message); everything before it was compared")
        }
        if status != .success { throw status }
    }

    private func print(_ correlated: CorrelatedCaptures, _ redactor: Redactor?) throws {
        let report = try redactor?.redacted(correlated.report) ?? correlated.report
        switch output.format {
        case .html:
            let paths = [first, second].map { redactor?.redacted(path: $0) ?? $0 }
            let filter = self.filter.expression.map { ["--filter", redactor?.redacted($0) ?? $0] } ?? []
            let options = filter + (redactor == nil ? [] : ["--redact"])
            let command = PageCommand.text("correlate", paths + options + ["--format", "html", "-o", "delays.html"])
            try pageFile.write(
                CorrelationPage.render(report, correlated.delays(sessions: 6, bins: 120), command: command))
        case .text, .json:
            try output.print(report, text: page.view(CorrelationSummary.self).render(report))
        default: try output.print(report.paths, .paths)
        }
    }

    private static func failure(_ error: CorrelationError, _ names: String) -> any Error {
        switch error {
        case .unreadable(let path, let fault): CaptureInput.failure(path, fault)
        case .filter(let path, let fault): CaptureInput.failure(path, fault)
        case .nothingInCommon: ExitStatus.notUnderstood.failure(names, error.description)
        }
    }
}
