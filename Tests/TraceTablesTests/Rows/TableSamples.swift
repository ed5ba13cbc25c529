import Foundation
import PacketCapture
import SealedChannels
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

    /// - Parameter keys: A key log of this repository.
    init(_ fixture: String, keys: String? = nil) async throws {
        let captures = [try CaptureOverview(path: Fixture.url(fixture).path)]
        let secrets = try keys.map(SessionSecrets.init(fixture:)) ?? SessionSecrets()
        trace = try await TraceAnalyzer(secrets: secrets).messages(merging: captures)
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

extension SessionSecrets {
    /// Those of a key log of this repository.
    init(fixture: String) throws {
        self.init()
        log.append([UInt8](try Data(contentsOf: Fixture.url(fixture))).span)
        log.finish()
    }
}
