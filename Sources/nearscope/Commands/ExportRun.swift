import ArgumentParser
import Foundation
import PacketCapture
import TraceAnalysis
import TraceModel
import TraceTables
import WireText

/// Analyzes captures, several at a time, and writes their rows in the order in which they are named.
struct ExportRun {
    let paths: [String]
    let analyzer: TraceAnalyzer
    /// Whether all files are one capture.
    let merges: Bool
    let jobs: Int?
    let tables: ReportTables
    let wanted: Set<Int>
    /// Opens the output, before anything is read.
    let open: (ReportTables, Set<Int>) throws -> any TableOutput

    /// One capture, analyzed.
    private struct Finished: Sendable {
        let captures: [CaptureOverview]
        let id: String
        let report: TraceReport
        /// What a second reading tells; nil where none is wanted.
        let trace: MessageTrace?

        var name: String { captures.count == 1 ? captures[0].path : "\(captures.count) files" }
    }

    /// - Throws: The largest exit status of all captures, unless it is 0.
    func run() async throws {
        if let stream = paths.first(where: { CaptureInputs.kind($0) == .stream }) {
            let name = stream == "-" ? "standard input" : stream
            throw ExitStatus.wrongUsage(
                "export reads its input twice, which \(name) does not allow; save it to a file first")
        }
        let (groups, known) = try groups()
        var worst = known
        let output = try Self.reporting { try open(tables, wanted) }
        ReadingProgress.start(paths, passes: hasSecondReading ? 3 : 2, captures: groups.count)
        defer { ReadingProgress.stop() }
        var (written, faulty): ([String: String], Set<String>) = ([:], [])
        let (analyzer, isReadAgain) = (self.analyzer(for: groups.count), hasSecondReading)
        try await withThrowingTaskGroup(of: (number: Int, result: Result<Finished, any Error>).self) { tasks in
            var (begun, done) = (0, [Int: Result<Finished, any Error>]())
            // While one is written, as many as there are jobs are analyzed, and as many may wait.
            for number in groups.indices {
                while begun < groups.count, begun < number + 2 * limit(groups.count) {
                    let group = groups[begun]
                    tasks.addTask { [begun] in (begun, await Self.finish(group, analyzer, isReadAgain: isReadAgain)) }
                    begun += 1
                }
                while done[number] == nil, let next = try await tasks.next() { done[next.number] = next.result }
                guard let result = done.removeValue(forKey: number) else { break }
                worst = CaptureInputs.worse(worst, try write(result, groups[number], to: output, &written, &faulty))
                ReadingProgress.captureIsDone()
            }
        }
        // Where nothing could be read, what is there is better than nothing.
        if written.isEmpty, worst != .success { throw worst }
        try Self.reporting { try output.finish() }
        if worst != .success { throw worst }
    }

    private var hasSecondReading: Bool {
        ReportTables.ofSecondReading.contains { tables.index(of: $0).map(wanted.contains) ?? false }
    }

    private func limit(_ count: Int) -> Int { min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, max(1, count)) }

    /// Where several captures are analyzed at a time, each has its share of the threads.
    private func analyzer(for count: Int) -> TraceAnalyzer {
        let jobs = min(limit(count), count)
        guard jobs > 1 else { return analyzer }
        var analyzer = self.analyzer
        analyzer.workers = max(1, analyzer.workers / jobs)
        return analyzer
    }

    /// The paths of the captures, each with all its files.
    private func groups() throws -> (groups: [[String]], worst: ExitCode) {
        let (paths, worst) = CaptureInputs.paths(paths)
        guard !paths.isEmpty else { throw worst }
        return (merges ? [paths] : paths.map { [$0] }, worst)
    }

    private static func finish(
        _ paths: [String], _ analyzer: TraceAnalyzer, isReadAgain: Bool
    ) async -> Result<Finished, any Error> {
        do {
            let captures = try paths.map { try CaptureOverview(path: $0) }
            let id = CaptureIdentity(of: captures).text
            if isReadAgain {
                let trace = try await analyzer.messages(merging: captures)
                return .success(Finished(captures: captures, id: id, report: trace.report, trace: trace))
            }
            let report = try await analyzer.analyze(merging: captures)
            return .success(Finished(captures: captures, id: id, report: report, trace: nil))
        } catch {
            return .failure(error)
        }
    }

    /// - Parameters:
    ///   - written: The names of the captures that were written, by their ids. One whose packets are those of another is left out:
    ///     rows are unique by these ids.
    ///   - faulty: Those of them that could not be read or decoded to their end: in a database a better file replaces them.
    /// - Returns: The exit status of the capture.
    /// - Throws: The exit status where rows cannot be written.
    private func write(
        _ result: Result<Finished, any Error>, _ paths: [String], to output: any TableOutput,
        _ written: inout [String: String], _ faulty: inout Set<String>
    ) throws -> ExitCode {
        let name = paths.count == 1 ? paths[0] : "\(paths.count) files"
        do {
            let finished = try CaptureInput.reporting(name) { try result.get() }
            let status = ReportRun.faults(of: finished.report, finished.name)
            if let first = written[finished.id],
                !(faulty.contains(finished.id) && status == .success && output is DatabaseOutput)
            {
                StandardError.write("nearscope: \(name): the same packets as \(first); its rows are left out")
                return status
            }
            written[finished.id] = name
            if status != .success { faulty.insert(finished.id) }
            try CaptureInput.reporting(name) {
                try output.add(capture: finished.id) { take in try Self.write(finished, take) }
            }
            return status
        } catch let error as TableError {
            throw Self.failure(error)
        } catch let status as ExitCode where status.rawValue != ExitStatus.cannotWrite.rawValue {
            // A database has nothing of it, so another file with the same packets may be better.
            if output is DatabaseOutput, case .success(let finished) = result, written[finished.id] == name {
                written[finished.id] = nil
            }
            return status
        }
    }

    private static func write(_ finished: Finished, _ take: (TableRow) throws -> Void) throws {
        let rows = CaptureRows(captureID: finished.id, origin: finished.report.capture.origin)
        try rows.add(finished.report, take)
        if let trace = finished.trace { try rows.add(trace, take) }
    }

    private static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as TableError {
            throw failure(error)
        }
    }

    private static func failure(_ error: TableError) -> ExitCode {
        ExitStatus.cannotWrite.failure(error.path ?? "standard output", error.description)
    }
}
