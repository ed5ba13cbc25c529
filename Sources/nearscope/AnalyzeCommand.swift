import ArgumentParser
import Foundation
import PacketCapture
import TraceAnalysis
import TraceReports

extension TraceAnalyzer.Depth: ExpressibleByArgument {}

struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Explains captures: peers, services, sessions, findings. The default command.",
        discussion: """
            Reads pcap and pcapng, plain or packed by gzip, zstd or lz4, from files or (-) from standard input. A \
            directory stands for the captures in it. Several captures are explained one after another, or with \
            --merge as one, in order of time; the exit status is the largest of theirs.

            EXAMPLES
              nearscope trace.pcapng
              nearscope trace.pcap --format json > report.json
              nearscope --merge ring-00001.pcapng ring-00002.pcapng
              nearscope --merge rotated/
              nearscope trace.pcap --filter 'host 10.0.0.1 and tcp'
              nearscope trace.pcap --fail-on warning && echo clean
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    enum FailureLevel: String, ExpressibleByArgument, CaseIterable {
        case error, warning, note

        var severity: Finding.Severity {
            switch self {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        }
    }

    @Argument(
        help: ArgumentHelp(
            "Capture files, directories with capture files, or - for standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Flag(help: "Read all files as one capture, in order of time.")
    var merge = false

    @Option(help: "text for people, json for programs.")
    var format = Format.text

    @Flag(help: "List everything in the text, also what a first look can do without.")
    var all = false

    @Option(
        help:
            "messages for everything; flows for headers only: no services, messages, round trips; several times as fast."
    )
    var depth = TraceAnalyzer.Depth.messages

    @Option(help: "Threads that share the work; the output is the same with any number. (default: one per processor)")
    var threads: Int?

    @OptionGroup var filter: FilterOptions

    @Flag(help: "Verify the checksums of IPv4, TCP, UDP and ICMP, and tell those that a network card was to fill in.")
    var verifyChecksums = false

    @Option(help: "Exit with status 1 when there is a finding of this severity or above.")
    var failOn: FailureLevel?

    @Flag(help: "No colours in the text, not even on a terminal. The variable NO_COLOR does the same.")
    var noColor = false

    func validate() throws {
        if let threads, threads < 1 { throw ValidationError("--threads takes a number from 1 on.") }
    }

    func run() async throws {
        let analyzer = TraceAnalyzer(
            workers: threads ?? ProcessInfo.processInfo.activeProcessorCount, depth: depth,
            filter: try filter.compiled(), verifiesChecksums: verifyChecksums)
        if merge {
            try await analyzeMerged(analyzer)
            return
        }
        var worst = ExitCode.success
        var hasPrinted = false
        for argument in files {
            do {
                let paths =
                    CaptureInputs.kind(argument) == .folder
                    ? try CaptureInputs.captures(inFolder: argument).map(\.path) : [argument]
                for path in paths {
                    worst = CaptureInputs.worse(worst, try await analyze(path, analyzer, &hasPrinted))
                }
            } catch let status as ExitCode where status.rawValue != ExitStatus.cannotWrite.rawValue {
                // One that cannot be read does not keep the others from being read.
                worst = CaptureInputs.worse(worst, status)
            }
        }
        if worst != .success { throw worst }
    }

    /// Explains one file.
    ///
    /// - Returns: The status.
    /// - Throws: The status where output cannot be written.
    private func analyze(
        _ path: String, _ analyzer: TraceAnalyzer, _ hasPrinted: inout Bool
    ) async throws -> ExitCode {
        let report: TraceReport
        do {
            report = try await CaptureInput.reporting(path) { try await analyzer.analyze(CaptureFile.open(path: path)) }
        } catch let status as ExitCode {
            return status
        }
        if hasPrinted, format == .text { try StandardOutput().write([0x0A]) }
        hasPrinted = true
        try print(report)
        return status(of: report, path)
    }

    /// Explains all files as one.
    private func analyzeMerged(_ analyzer: TraceAnalyzer) async throws {
        let (captures, worst) = try CaptureInputs.overviews(
            files, for: "--merge has to look at each file before it reads")
        let name = captures.count == 1 ? captures[0].path : "\(captures.count) files"
        let report = try await CaptureInput.reporting(name) { try await analyzer.analyze(merging: captures) }
        try print(report)
        let status = CaptureInputs.worse(worst, status(of: report, name))
        if status != .success { throw status }
    }

    private func print(_ report: TraceReport) throws {
        let output = StandardOutput()
        switch format {
        case .json: try JSONReport.write(report) { try output.write($0) }
        case .text:
            let summary = TextSummary(
                width: output.width, style: TextStyle(colored: output.isColored && !noColor), showsAll: all)
            try output.write(Array(summary.render(report).utf8))
        }
    }

    /// What the exit status has to say of a report, after what is wrong was told.
    private func status(of report: TraceReport, _ name: String) -> ExitCode {
        var status = ExitCode.success
        for file in report.capture.files {
            guard let error = file.fileError else { continue }
            status = ExitStatus.damaged.failure(file.path, "\(error.message); everything before it was analysed")
        }
        if status != .success { return status }
        // A file whose packets are all cut or malformed was understood: what is wrong with it is in the report.
        if report.capture.packets > 0, report.capture.undecodedPackets == report.capture.packets,
            report.capture.protocols.entries.isEmpty
        {
            let used = report.capture.interfaces.filter { $0.packets > 0 }.map(\.linkType)
            let met = Set(used).sorted().joined(separator: ", ")
            return ExitStatus.notUnderstood.failure(name, "none of its packets could be decoded (link type \(met))")
        }
        if let level = failOn?.severity, report.findings.contains(where: { $0.severity >= level }) {
            return ExitCode(ExitStatus.findings.rawValue)
        }
        return .success
    }
}
