import TraceModel
import TraceReports

/// The texts about captures: of one alone as it comes; of several after an index, whose lines are shown while the captures are
/// read. Until the last one is read, texts wait in a ``TextSpool``, so that no report is kept.
final class IndexedReports {
    private let summary: TextSummary
    private var index: CaptureIndex
    /// The texts that wait; nil where there is only one capture.
    private var spool: TextSpool?
    private let output = StandardOutput()
    private let redactor: Redactor?

    init(_ page: PageOptions, showsAll: Bool, _ redactor: Redactor? = nil) {
        self.redactor = redactor
        summary = page.view(TextSummary.self, showsAll: showsAll)
        index = page.view(CaptureIndex.self)
    }

    /// Begins the index.
    ///
    /// - Throws: The exit status for output that could not be written, as do the others.
    func begin(_ paths: [String]) throws {
        spool = TextSpool()
        try output.write(index.begin(paths.map(shown)))
    }

    func add(_ report: TraceReport) throws {
        let report = try redactor.shown(report)
        let text = summary.render(report)
        guard let spool else { return try output.write(text) }
        try output.write(index.line(report))
        try spool.write("\n" + text)
    }

    /// Counts a capture that cannot be read.
    func skip(_ path: String) throws {
        if spool != nil { try output.write(index.line(unreadable: shown(path))) }
    }

    private func shown(_ path: String) -> String { redactor?.redacted(path: path) ?? path }

    /// Ends the index, and writes what waits.
    func finish() throws {
        guard let spool else { return }
        try output.write(index.end())
        try spool.forEach { try output.write($0) }
        self.spool = nil
    }
}
