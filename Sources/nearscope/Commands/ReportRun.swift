import ArgumentParser
import Foundation
import PacketCapture
import PeerMessaging
import ServiceDiscovery
import TraceAnalysis
import TraceModel
import TraceReports
import WireText

/// The captures that a command explains, and how they are read: what all views of the report share.
struct ReportOptions: ParsableArguments {
    @OptionGroup var captures: CaptureFiles

    @Flag(help: "Read all files as one capture, in time order.")
    var merge = false

    @Option(
        parsing: .unconditional,
        help: "Number of threads. The output is the same with any number. (default: one per processor)")
    var threads: Int?

    @OptionGroup var filter: FilterOptions

    @Option(
        help: ArgumentHelp(
            "The app's Info.plist. A service type that it does not declare becomes a finding.", valueName: "file"),
        completion: .file())
    var infoPlist: String?

    @Flag(
        help:
            "After an invalid length, look for the next frame. That is a guess, and the session says where it was made."
    )
    var resync = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest frame that the receiver of a length-prefixed stream accepts: 16777216, 16MiB. (default: 10MiB)",
            valueName: "bytes"),
        transform: ByteCount.option(such: "16MiB"))
    var maxFrame: ByteCount?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start a new session for a UDP conversation after this much silence: 5, 5s, 1.5min. (default: never)",
            valueName: "seconds"),
        transform: TimeSpan.option(plain: .seconds, such: "5s"))
    var udpIdle: TimeSpan?

    @OptionGroup var page: PageOptions

    func validate() throws {
        try LimitedOption.checkPositive("--threads", threads)
        if let maxFrame, !(1...Int(UInt32.max) ~= maxFrame.bytes) {
            throw ValidationError("--max-frame must be 1 to \(UInt32.max) bytes, such as 16MiB.")
        }
        try LimitedOption.checkPositive("--udp-idle", udpIdle, such: "5s")
    }

    var files: [String] { captures.paths }

    /// Whether there may be several reports, so that each must name its capture.
    var areSeveral: Bool { !merge && (files.count > 1 || files.contains { CaptureInputs.kind($0) == .folder }) }

    /// Reads captures as the options say.
    ///
    /// - Throws: The exit status for a filter or property list that cannot be used.
    func analyzer(depth: CaptureSummary.Depth = .messages, verifiesChecksums: Bool = false) throws -> TraceAnalyzer {
        TraceAnalyzer(
            workers: workers, depth: depth, filter: try filter.compiled(), verifiesChecksums: verifiesChecksums,
            resynchronizes: resync,
            maximumFrameLength: maxFrame?.bytes ?? LengthPrefixedFrameDecoder.defaultMaximumLength,
            datagramIdleLimit: udpIdle?.nanoseconds,
            declarations: try infoPlist.map(PropertyListFile.declarations))
    }

    /// The title before the text about a capture: its name, if there are several.
    func title(_ report: TraceReport, hasPrinted: Bool) -> [UInt8] {
        guard areSeveral else { return hasPrinted ? [0x0A] : [] }
        return Array(((hasPrinted ? "\n" : "") + SafeText.escaped(report.capture.path) + "\n\n").utf8)
    }

    var workers: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// Explains captures one after another, or all as one, and passes each report on.
struct ReportRun {
    let options: ReportOptions
    let analyzer: TraceAnalyzer
    /// Prints a report. The second argument says whether another one was printed before it.
    let print: (TraceReport, Bool) async throws -> Void
    /// The exit status for a report that could be read and decoded.
    var judge: (TraceReport) -> ExitCode = { _ in .success }

    /// - Throws: The largest exit status of all captures, unless it is 0.
    func run() async throws {
        ReadingProgress.start(options.files)
        defer { ReadingProgress.stop() }
        if options.merge {
            try await runMerged()
            return
        }
        var worst = ExitCode.success
        var hasPrinted = false
        for argument in options.files {
            do {
                guard CaptureInputs.kind(argument) == .folder else {
                    worst = CaptureInputs.worse(worst, try await run(argument, &hasPrinted))
                    continue
                }
                let folder = try CaptureInputs.captures(inFolder: argument)
                worst = CaptureInputs.worse(worst, folder.worst)
                for path in folder.captures.map(\.path) {
                    worst = CaptureInputs.worse(worst, try await run(path, &hasPrinted))
                }
            } catch let status as ExitCode where status.rawValue != ExitStatus.cannotWrite.rawValue {
                // One that cannot be read does not keep the others from being read.
                worst = CaptureInputs.worse(worst, status)
            }
        }
        if worst != .success { throw worst }
    }

    /// - Returns: The status of one file.
    /// - Throws: The status where output cannot be written.
    private func run(_ path: String, _ hasPrinted: inout Bool) async throws -> ExitCode {
        let report: TraceReport
        do {
            report = try await CaptureInput.reporting(path) { try await analyzer.analyze(CaptureInputs.open(path)) }
        } catch let status as ExitCode {
            return status
        }
        try await print(report, hasPrinted)
        hasPrinted = true
        return status(of: report, path)
    }

    private func runMerged() async throws {
        let (captures, worst) = try CaptureInputs.overviews(
            options.files, for: "--merge opens each file before it reads")
        let name = captures.count == 1 ? captures[0].path : "\(captures.count) files"
        let report = try await CaptureInput.reporting(name) { try await analyzer.analyze(merging: captures) }
        try await print(report, false)
        let status = CaptureInputs.worse(worst, status(of: report, name))
        if status != .success { throw status }
    }

    private func status(of report: TraceReport, _ name: String) -> ExitCode {
        let status = Self.faults(of: report, name)
        return status == .success ? judge(report) : status
    }

    /// The exit status for how a capture could be read, after any error was reported.
    static func faults(of report: TraceReport, _ name: String) -> ExitCode {
        var status = ExitCode.success
        for file in report.capture.files {
            guard let error = file.fileError else { continue }
            status = ExitStatus.damaged.failure(file.path, "\(error.message); everything before it was analyzed")
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
        return .success
    }
}
