import Foundation
import PacketCapture
import TestSupport
import TraceAnalysis
import TraceModel

@testable import TraceTables

/// Rows of a capture of this repository.
struct TableSamples {
    let trace: MessageTrace
    let id: String
    private(set) var rows: [String: [[String: Cell]]] = [:]
    private(set) var all: [TableRow] = []

    init(_ fixture: String) async throws {
        let captures = [try CaptureOverview(path: Fixture.url(fixture).path)]
        trace = try await TraceAnalyzer().messages(merging: captures)
        id = CaptureIdentity(of: captures).text
        let tables = ReportTables.standard
        let maker = CaptureRows(captureID: id, origin: trace.report.capture.origin)
        var all: [TableRow] = []
        try maker.add(trace.report) { all.append($0) }
        try maker.add(trace) { all.append($0) }
        self.all = all
        for row in all {
            let schema = tables.schemas[row.table]
            let cells = zip(schema.columns.map(\.name), row.cells)
            rows[schema.name, default: []].append(Dictionary(uniqueKeysWithValues: cells))
        }
    }

    subscript(table: String) -> [[String: Cell]] { rows[table] ?? [] }
}
