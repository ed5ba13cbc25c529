import CaptureCorrelation
import Dispatch
import Foundation
import PacketCapture
import RunComparison
import TraceAnalysis
import TraceModel
import TraceReports
import WireSimulation
import WireTesting
import WireText

extension FuzzTarget {
    /// The whole analyzer on a capture, with one worker and with three, and everything that the tool prints of it.
    static let analysis = FuzzTarget(
        name: "analysis", maximumLength: 4096, isConcurrent: true, mutators: Mutator.all,
        seeds: { SampleCaptures.analyzable },
        run: { bytes in
            // What compressed captures unpack to is no matter of analysis, and may be a thousand times as much.
            guard let file = try? CaptureFile.open(bytes: bytes, path: AnalysisCheck.path), file.compression == .none
            else { return }
            let isDone = DispatchSemaphore(value: 0)
            Task {
                await AnalysisCheck(file: file, bytes: bytes).run()
                isDone.signal()
            }
            isDone.wait()
        })
}

/// What must hold for every capture.
private struct AnalysisCheck {
    let file: CaptureFile
    let bytes: [UInt8]

    /// Messages are told in a second reading, for which there has to be a file.
    static let path = NSTemporaryDirectory() + "nearscope-fuzz-\(ProcessInfo.processInfo.processIdentifier).capture"

    /// Messages take two more readings, which for longer inputs would double the time of a run.
    static let longestTold = 2048

    private func analyzer(workers: Int = 1) -> TraceAnalyzer {
        TraceAnalyzer(workers: workers, verifiesChecksums: true, resynchronizes: true)
    }

    func run() async {
        guard let report = try? await analyzer().analyze(file) else { return }
        let json = rendered(report)
        let shared = try? await analyzer(workers: 3).analyze(file)
        require(shared.map(rendered) == json, "The report does not depend on how many workers there are")
        render(report)
        if bytes.count <= Self.longestTold { await tellMessages(report) }
        await correlate()
        compareRuns(report)
    }

    private func rendered(_ value: some Encodable) -> [UInt8] {
        guard let json = try? JSONReport.render(value) else { fatalError("Broken promise: A report has JSON") }
        return json
    }

    /// What is printed of one report.
    private func render(_ report: TraceReport) {
        _ = TextSummary().render(report)
        _ = TextSummary(showsAll: true).render(report)
        _ = ServiceStory(showsAll: true).render(report)
        printRows(report.services, .services(of: report))
        printRows(report.sessions, .sessions(of: report))
        printRows(report.wirelessNodes, .wirelessNodes(of: report))
        _ = WirelessStory().render(report)
        _ = rendered(WirelessDocument(report))
        SessionsView().write(report.sessions, of: report) { _ in }
        for session in report.sessions.prefix(4) { _ = SessionsView().detail(session, of: report) }
        let progress = LiveView.Progress(
            title: file.path, elapsed: 1, packets: report.capture.packets, bytes: 0, packetRate: 1, bitRate: 1,
            dropped: 0)
        let live = LiveView(width: 80, height: 24, style: TextStyle(colored: true)).lines(progress, report)
        require(live.count < 24, "What a capture shows while it runs fits the terminal")
    }

    /// Rows in every format.
    private func printRows<Row>(_ rows: [Row], _ table: RowTable<Row>) {
        for format in OutputFormat.allCases {
            var writer = RowWriter(format, table) { _ in }
            do {
                for row in rows { try writer.write(row) }
                try writer.finish()
            } catch {
                fatalError("Broken promise: Every row can be written (\(error))")
            }
        }
    }

    /// The messages, one by one, in every format. Interfaces may have other numbers: the files of a trace are merged.
    private func tellMessages(_ report: TraceReport) async {
        require(
            FileManager.default.createFile(atPath: Self.path, contents: Data(bytes)), "There is room for an input")
        defer { try? FileManager.default.removeItem(atPath: Self.path) }
        guard let capture = try? CaptureOverview(path: Self.path),
            let trace = try? await analyzer().messages(merging: [capture])
        else { return }
        require(
            trace.report.sessions.count == report.sessions.count
                && trace.report.capture.packets == report.capture.packets,
            "Messages are told of the same sessions")
        var writers = OutputFormat.allCases.map { format in
            MessageWriter(format, of: trace.report, filter: MessageFilter(of: trace.report)) { _ in }
        }
        do {
            var count = 0
            let known = Set(trace.report.sessions.map(\.id))
            try trace.forEach(
                listsRoundTrips: true, segmentsOf: known,
                roundTrip: { require(known.contains($0.session), "A round trip is one of a session") },
                segment: { require(known.contains($0.session), "A segment is one of a session") }
            ) { message in
                count += 1
                for index in writers.indices { _ = try writers[index].write(message) }
                return true
            }
            for index in writers.indices { try writers[index].finish() }
            require(writers.allSatisfy { $0.count == count }, "Every message is in every format")
        } catch {
            fatalError("Broken promise: Every message can be written (\(error))")
        }
    }

    /// The capture beside itself: there may be nothing to compare.
    private func correlate() async {
        guard let correlation = try? await CaptureCorrelator(isConcurrent: false).correlate(file, file) else { return }
        _ = rendered(correlation)
        printRows(correlation.paths, .paths)
        _ = CorrelationSummary().render(correlation)
    }

    /// The capture's tests as runs of two files.
    private func compareRuns(_ report: TraceReport) {
        var collector = RunCollector()
        for path in ["near/run-1.pcap", "far/run-2.pcap"] { collector.add(report, path: path) }
        let comparison = ComparisonReport(of: collector.runs, by: [.transport, .application, .file])
        _ = rendered(comparison)
        _ = ComparisonText(showsAll: true).render(comparison)
        printRows(comparison.cellMetrics, .cellMetrics(of: comparison))
    }
}
