import ArgumentParser
import CaptureCorrelation
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

            EXAMPLES
              nearscope correlate phone.pcap tablet.pcapng
              nearscope correlate a.pcap b.pcap --filter 'tcp port 7000'
              nearscope correlate a.pcap b.pcap --format json | jq .clock.offset
            """
                + ExitStatus.help(
                    [
                        0: "compared", 2: "a file is damaged or cut off", 65: "not a capture, or no packet is in both",
                        66: "a file cannot be opened",
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
        parsing: .unconditional,
        help:
            "Number of threads. With 1 the files are read one after the other. The output is the same with any number.")
    var threads: Int?

    @OptionGroup var filter: FilterOptions

    @OptionGroup var memory: MemoryOption

    @OptionGroup var page: PageOptions

    func validate() throws {
        try LimitedOption.checkPositive("--threads", threads)
        if first == "-", second == "-" { throw ValidationError("Only one of the captures can be standard input.") }
        try pageFile.check(output.format)
    }

    func run() async throws {
        var correlator = CaptureCorrelator(filter: try filter.compiled(), isConcurrent: threads != 1)
        correlator.memory = memory.budget
        try CaptureInputs.refuse([pageFile.output], among: [first, second])
        ReadingProgress.start([first, second])
        defer { ReadingProgress.stop() }
        let files = try [first, second].map { path in
            try CaptureInput.reporting(path) { try CaptureInputs.open(path) }
        }
        let (report, series): (CorrelationReport, [TransitSeries])
        do {
            // Only a page shows single packets.
            (report, series) = try await correlator.correlate(
                files[0], files[1], series: (sessions: output.format == .html ? 6 : 0, points: 150))
        } catch let error as CorrelationError {
            throw Self.failure(error, "\(first) and \(second)")
        }
        try print(report, series)
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

    private func print(_ report: CorrelationReport, _ series: [TransitSeries]) throws {
        switch output.format {
        case .html:
            let command = PageCommand.text("correlate", [first, second, "--format", "html", "-o", "delays.html"])
            try pageFile.write(CorrelationPage.render(report, series, command: command))
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
