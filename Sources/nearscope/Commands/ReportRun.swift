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

    @OptionGroup var memory: MemoryOption

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
        var analyzer = TraceAnalyzer(
            workers: workers, depth: depth, filter: try filter.compiled(), verifiesChecksums: verifiesChecksums,
            resynchronizes: resync,
            maximumFrameLength: maxFrame?.bytes ?? LengthPrefixedFrameDecoder.defaultMaximumLength,
            datagramIdleLimit: udpIdle?.nanoseconds,
            declarations: try infoPlist.map(PropertyListFile.declarations))
        analyzer.memory = memory.budget
        return analyzer
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
    /// Takes the paths of all captures, before the first one is read.
    var begin: ([String]) throws -> Void = { _ in }
    /// Takes the path of one that could not be read, after the reason was reported.
    var skip: (String) throws -> Void = { _ in }
    /// Prints a report. The second argument says whether another one was printed before it.
    let print: (TraceReport, Bool) async throws -> Void
    /// Shows a pipe while it is read.
    var view: PipeView?
    /// The exit status for a report that could be read and decoded.
    var judge: (TraceReport) -> ExitCode = { _ in .success }

    /// - Throws: The largest exit status of all captures, unless it is 0.
    func run() async throws {
        if view == nil { ReadingProgress.start(options.files) }
        defer { ReadingProgress.stop() }
        if options.merge {
            try await runMerged()
            return
        }
        var (paths, worst) = self.paths()
        try begin(paths)
        var hasPrinted = false
        for path in paths { worst = CaptureInputs.worse(worst, try await run(path, &hasPrinted)) }
        if worst != .success { throw worst }
    }

    /// All captures, and the worst of what was wrong with folders: one that cannot be read does not keep the others from being
    /// read.
    private func paths() -> ([String], ExitCode) {
        var (paths, worst) = ([String](), ExitCode.success)
        for argument in options.files {
            guard CaptureInputs.kind(argument) == .folder else {
                paths.append(argument)
                continue
            }
            do {
                let folder = try CaptureInputs.captures(inFolder: argument)
                worst = CaptureInputs.worse(worst, folder.worst)
                paths += folder.captures.map(\.path)
            } catch {
                worst = CaptureInputs.worse(worst, error as? ExitCode ?? .failure)
            }
        }
        return (paths, worst)
    }

    /// - Returns: The status of one file.
    /// - Throws: The status where output cannot be written.
    private func run(_ path: String, _ hasPrinted: inout Bool) async throws -> ExitCode {
        let report: TraceReport
        do {
            report = try await CaptureInput.reporting(path) {
                // Over before anything else is written.
                view?.begin()
                defer { view?.end() }
                return try await analyzer.analyze(CaptureInputs.open(path), watch: view?.watch)
            }
        } catch let status as ExitCode {
            try skip(path)
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

    /// The exit status for what there was no memory for, after that was reported.
    static func wantOfMemory(in report: TraceReport, _ name: String) -> ExitCode {
        guard let memory = report.capture.memory else { return .success }
        let leftOut = memory.leftOut.entries.map { "\(Quantity.grouped($0.count)) \($0.name)" }
        return ExitStatus.damaged.failure(
            name,
            "no room in memory (\(Quantity.bytes(memory.budget))) for \(leftOut.joined(separator: ", ")); everything else was analyzed. Give more with --memory"
        )
    }

    /// The exit status for how a capture could be read, after any error was reported.
    static func faults(of report: TraceReport, _ name: String) -> ExitCode {
        var status = ExitCode.success
        for file in report.capture.files {
            guard let error = file.fileError else { continue }
            status = ExitStatus.damaged.failure(file.path, "\(error.message); everything before it was analyzed")
        }
        status = CaptureInputs.worse(status, wantOfMemory(in: report, name))
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
