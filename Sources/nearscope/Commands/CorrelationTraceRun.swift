import CaptureCorrelation
import PacketCapture
import TraceAnalysis
import TraceModel
import TracePages
import TraceReports

/// Writes two captures as one trace: each is analyzed, and then its messages are read.
struct CorrelationTraceRun {
    /// A and B.
    let paths: [String]
    let analyzer: TraceAnalyzer
    /// The file to write.
    let output: String

    /// Writes the trace.
    ///
    /// - Returns: What redacts other output of the run alike; nil where nothing is to be redacted.
    /// - Throws: The exit status, after the reason was reported.
    func write(_ correlated: CorrelatedCaptures, isRedacted: Bool) async throws -> Redactor? {
        let file = try PerfettoFile(output)
        var captures: [MessageTrace] = []
        for path in paths {
            captures.append(
                try await CaptureInput.reporting(path) {
                    try await analyzer.messages(merging: [try CaptureOverview(path: path)])
                })
        }
        // Both at once: a stand-in in one capture must not be a name in the other.
        let redactor = isRedacted ? try Redactor(captures.map(\.report)) : nil
        let report = try redactor?.redacted(correlated.report) ?? correlated.report
        var trace = CorrelationTrace(report) { try file.write($0) }
        for (point, messages) in zip(CorrelationReport.Point.allCases, captures) {
            let correction = point == .first ? nil : correlated.correction
            try trace.add(point, redactor.shown(messages.report), correction: correction) { capture in
                try CaptureInput.reporting(paths[point == .first ? 0 : 1]) {
                    try messages.forEach(listsRoundTrips: true) {
                        try capture.add($0)
                    } _: {
                        try capture.add(redactor?.redacted($0) ?? $0)
                        return true
                    }
                }
            }
        }
        try trace.add(correlated.series(sessions: .max, points: CorrelationTrace.maximumPoints))
        try trace.finish()
        try file.finish()
        return redactor
    }
}
