import ArgumentParser
import Foundation
import PacketCapture
import RunComparison
import TraceAnalysis
import TraceModel
import TracePages
import TraceReports
import WireText

struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract:
            "Compares many runs of a test: does transport, place or distance matter for RTT, jitter and data rate?",
        discussion: """
            A run is a session with round trips that can be matched, such as an echo test. A capture without any \
            such session counts as a run with its transfers. Captures of the same run from several points are one \
            run. Runs with the same factors form a cell. For each metric, a cell shows the number of runs and their \
            median with a 95 % bootstrap interval. Whether a factor matters is decided by the Kruskal–Wallis test \
            and, for each pair of levels, by the Mann–Whitney test with Holm's adjustment.

            Factors are transport, application, scenario, place, distance, packetCount, packetSize, file, and those \
            of the manifest. The scenario is the file name without transport, count and size, repetition number, and \
            capture point: txt-city for txt-tcp-city-100x4096-2.phone.pcap. A manifest adds what else is known about \
            the captures:

              defaults: {place: lab}
              runs:
                - file: "*-city-*"
                  place: city
                  distance: 5
                  factors: {weather: rain}
                - {file: big.pcap, transport: udp, packetCount: 1000, packetSize: 128}

            EXAMPLES
              nearscope compare *.pcap
              nearscope compare day1/ day2/ --by transport,packetSize
              nearscope compare --manifest matrix.yaml --by place,weather
              nearscope compare *.pcap --manifest matrix.yaml --format csv > matrix.csv
            """
                + ExitStatus.help(
                    [
                        0: "compared", 2: "a file is damaged or cut off",
                        65: "not a capture, or an error in the manifest", 66: "a file cannot be opened",
                    ], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "cell and metric"
        static let hasPage = true
    }

    @Argument(
        help: ArgumentHelp(
            "Capture files, or directories of them. (default: the files that the manifest names)", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("The factors that define a cell, separated by commas.", valueName: "factors"))
    var by = "transport,scenario"

    @Option(
        help: ArgumentHelp("A YAML file with facts about the captures, or - for standard input.", valueName: "file"),
        completion: .file())
    var manifest: String?

    @OptionGroup var output: FormatOption<Kind>

    @OptionGroup var pageFile: PageFileOption

    @Flag(help: "In the text, also show the less common metrics and every run.")
    var all = false

    @Option(
        parsing: .unconditional,
        help: "Number of threads. The output is the same with any number. (default: one per processor)")
    var threads: Int?

    @OptionGroup var filter: FilterOptions

    @OptionGroup var protocols: ProtocolOptions

    @OptionGroup var keys: KeyOptions

    @OptionGroup var memory: MemoryOption

    @OptionGroup var page: PageOptions

    func validate() throws {
        try LimitedOption.checkPositive("--threads", threads)
        if files.isEmpty, manifest == nil {
            throw ValidationError("Give capture files, or a --manifest that names some.")
        }
        try pageFile.check(output.format)
    }

    func run() async throws {
        let manifest = try manifest.map { try ManifestFile(path: $0) }
        let factors = try self.factors(manifest?.manifest.factors ?? [])
        let workers = threads ?? ProcessInfo.processInfo.activeProcessorCount
        var analyzer = TraceAnalyzer(workers: workers, filter: try filter.compiled())
        analyzer.memory = memory.budget
        analyzer.applications = try protocols.applications()
        analyzer.secrets = try keys.secrets()
        let inputs = inputs(manifest)
        try CaptureInputs.refuse([pageFile.output], among: inputs.paths)
        ReadingProgress.start(inputs.paths)
        defer { ReadingProgress.stop() }
        var reading = Reading(analyzer: analyzer, manifest: manifest?.manifest ?? RunManifest(), worst: inputs.worst)
        for path in inputs.paths { try await reading.read(path) }
        if let manifest, !files.isEmpty {
            reading.worst = CaptureInputs.worse(reading.worst, manifest.entriesWithoutFile(among: inputs.paths))
        }
        guard reading.captures.contains(where: { $0.wasRead }) else { throw reading.worst }
        let runs = reading.collector.runs
        let views = Dictionary(grouping: runs.flatMap(\.views), by: \.file)
        let captures = reading.captures.map { capture in
            ComparisonReport.Capture(path: capture.path, runs: views[capture.path]?.count ?? 0, error: capture.error)
        }
        try print(ComparisonReport(of: runs, by: factors, captures: captures))
        if reading.worst != .success { throw reading.worst }
    }

    /// - Parameter own: The factors of the manifest.
    /// - Throws: A usage error for an unknown factor.
    private func factors(_ own: [ComparisonFactor]) throws -> [ComparisonFactor] {
        var factors: [ComparisonFactor] = []
        for name in by.split(separator: ",", omittingEmptySubsequences: false) {
            let factor = ComparisonFactor(rawValue: name.trimmingCharacters(in: .whitespaces))
            guard (ComparisonFactor.builtIn + own).contains(factor) else {
                let known = (ComparisonFactor.builtIn + own).map(\.rawValue).joined(separator: ", ")
                throw ExitStatus.wrongUsage("--by: there is no factor “\(factor.rawValue)”; the factors are \(known)")
            }
            if !factors.contains(factor) { factors.append(factor) }
        }
        return factors
    }

    /// The paths of all captures. Missing files are reported.
    private func inputs(_ manifest: ManifestFile?) -> (paths: [String], worst: ExitCode) {
        guard !files.isEmpty else { return manifest?.files ?? ([], .success) }
        var (paths, worst) = ([String](), ExitCode.success)
        for file in ArgumentRuns.split(files) {
            guard CaptureInputs.kind(file) == .folder else {
                paths.append(file)
                continue
            }
            do {
                let folder = try CaptureInputs.captures(inFolder: file)
                paths += folder.captures.map(\.path)
                worst = CaptureInputs.worse(worst, folder.worst)
            } catch {
                worst = CaptureInputs.worse(worst, error as? ExitCode ?? .failure)
            }
        }
        // Twice the same file would be two views of its runs.
        var known: Set<String> = []
        return (paths.filter { known.insert($0).inserted }, worst)
    }

    private func print(_ comparison: ComparisonReport) throws {
        switch output.format {
        case .html:
            let options = ["--by", by] + (manifest.map { ["--manifest", $0] } ?? []) + protocols.words + keys.words
            try pageFile.write(
                ComparisonPage.render(
                    comparison,
                    command: PageCommand.text("compare", files + options + ["--format", "html", "-o", "matrix.html"])))
        case .text, .json:
            try output.print(comparison, text: page.view(ComparisonText.self, showsAll: all).render(comparison))
        default: try output.print(comparison.cellMetrics, .cellMetrics(of: comparison))
        }
    }
}

/// Analyzes one capture after the other; what is wrong with one does not keep the others from being read.
private struct Reading {
    let analyzer: TraceAnalyzer
    let manifest: RunManifest
    var worst: ExitCode
    var collector = RunCollector()
    var captures: [(path: String, error: String?, wasRead: Bool)] = []

    /// - Throws: Any error that is not a fault of the capture.
    mutating func read(_ path: String) async throws {
        var message: String?
        do {
            let report = try await CaptureInput.reporting(path) {
                do {
                    return try await analyzer.analyze(CaptureInputs.open(path))
                } catch  where error is CaptureError || error is CaptureFilterError {
                    message = "\(error)"
                    throw error
                }
            }
            collector.add(report, path: path) { manifest.facts(of: path, over: $0) }
            captures.append((path, report.capture.fileError?.message, true))
            worst = CaptureInputs.worse(worst, ReportRun.faults(of: report, path))
        } catch let status as ExitCode {
            captures.append((path, message ?? "cannot be read", false))
            worst = CaptureInputs.worse(worst, status)
        }
    }
}
