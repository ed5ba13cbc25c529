/// Rows of all tables as NDJSON, each with the name of its table.
package final class StreamOutput: TableOutput {
    private var lines: [Int: RowLines]
    private let write: ([UInt8]) throws -> Void
    private var bytes: [UInt8] = []

    /// Bytes that are handed on at a time.
    private static let pieceSize = 1 << 16

    /// - Parameters:
    ///   - wanted: The tables by their indices.
    ///   - write: Takes pieces of the text.
    package init(_ tables: ReportTables, wanted: Set<Int>, write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        lines = Dictionary(
            uniqueKeysWithValues: wanted.map {
                ($0, RowLines(tables.schemas[$0], as: .ndjson, namesTable: true))
            })
    }

    package func add(capture id: String, _ write: (_ take: (TableRow) throws -> Void) throws -> Void) throws {
        // What was told before damage is worth having.
        defer { try? flush() }
        try write { row in
            lines[row.table]?.write(row, to: &bytes)
            if bytes.count >= Self.pieceSize { try flush() }
        }
        try flush()
    }

    package func finish() throws { try flush() }

    private func flush() throws {
        guard !bytes.isEmpty else { return }
        let piece = bytes
        bytes.removeAll(keepingCapacity: true)
        try write(piece)
    }
}
