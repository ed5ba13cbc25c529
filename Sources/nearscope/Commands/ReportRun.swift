import ArgumentParser
import Foundation
import PacketCapture
import PeerMessaging
import ServiceDiscovery
import TraceAnalysis
import TraceModel
import TraceReports
import WireText

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
        var (paths, worst) = CaptureInputs.paths(options.files)
        try begin(paths)
        var hasPrinted = false
        for path in paths { worst = CaptureInputs.worse(worst, try await run(path, &hasPrinted)) }
        if worst != .success { throw worst }
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
