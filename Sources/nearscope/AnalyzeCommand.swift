import ArgumentParser
import Foundation
import PacketCapture
import TraceAnalysis
import TraceReports

extension TraceAnalyzer.Depth: ExpressibleByArgument {}

struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Explains a capture: peers, services, sessions, findings. The default command.",
        discussion: """
            Reads pcap and pcapng, plain or gzip, from a file or (-) from standard input.

            EXAMPLES
              nearscope trace.pcapng
              nearscope trace.pcap --format json > report.json
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

    @Argument(help: "The capture file, or - for standard input.", completion: .file())
    var file: String

    @Option(help: "text for people, json for programs.")
    var format = Format.text

    @Flag(help: "List everything in the text, also what a first look can do without.")
    var all = false

    @Option(help: "messages for everything; flows for headers only: no services, no messages, several times as fast.")
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
        let report = try await CaptureInput.reporting(file) { try await analyzer.analyze(CaptureFile.open(path: file)) }
        let output = StandardOutput()
        switch format {
        case .json: try JSONReport.write(report) { try output.write($0) }
        case .text:
            let summary = TextSummary(
                width: output.width, style: TextStyle(colored: output.isColored && !noColor), showsAll: all)
            try output.write(Array(summary.render(report).utf8))
        }
        if let error = report.capture.fileError {
            throw ExitStatus.damaged.failure(file, "\(error.message); everything before it was analysed")
        }
        // A file whose packets are all cut or malformed was understood: what is wrong with it is in the report.
        if report.capture.packets > 0, report.capture.undecodedPackets == report.capture.packets,
            report.capture.protocols.entries.isEmpty
        {
            let used = report.capture.interfaces.filter { $0.packets > 0 }.map(\.linkType)
            let met = Set(used).sorted().joined(separator: ", ")
            throw ExitStatus.notUnderstood.failure(file, "none of its packets could be decoded (link type \(met))")
        }
        if let level = failOn?.severity, report.findings.contains(where: { $0.severity >= level }) {
            throw ExitCode(ExitStatus.findings.rawValue)
        }
    }
}
