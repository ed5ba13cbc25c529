import PacketCapture
import Platform

/// One file for each table, which get their names when all of them are whole and replace those that had them.
package final class FolderOutput: TableOutput {
    private var files: [Int: TableFile] = [:]

    /// Creates the folder if it does not exist.
    ///
    /// - Parameters:
    ///   - path: Of the folder.
    ///   - wanted: The tables by their indices.
    ///   - isCompressed: With Zstandard.
    package init(
        _ path: String, _ tables: ReportTables, wanted: Set<Int>, as format: RowFormat, isCompressed: Bool
    ) throws {
        let folder = path.hasSuffix("/") ? path : path + "/"
        do throws(SystemError) {
            if Files.status(path) == nil { try Files.makeFolder(path) }
        } catch {
            throw TableError(error, path: path)
        }
        for table in wanted.sorted() {
            files[table] = try TableFile(tables.schemas[table], in: folder, as: format, isCompressed: isCompressed)
        }
    }

    package func add(capture id: String, _ write: (_ take: (TableRow) throws -> Void) throws -> Void) throws {
        try write { row in
            try files[row.table]?.write(row)
        }
    }

    package func finish() throws {
        for table in files.keys.sorted() { try files[table]?.close() }
        for table in files.keys.sorted() { try files[table]?.commit() }
    }
}

/// A file of one table.
private final class TableFile {
    private let path: String
    /// The same rows, with the other way of compression: who reads all files that begin with the table's name would read both.
    private let otherPath: String?
    private let file: AtomicFile
    /// For a file that is compressed as a whole.
    private let compressor: ZstdCompressor?
    private var rows: any RowFile
    private var bytes: [UInt8]

    /// Bytes that are written at a time.
    private static let pieceSize = 1 << 16

    init(_ schema: TableSchema, in folder: String, as format: RowFormat, isCompressed: Bool) throws {
        let name = "\(folder)\(schema.name).\(format.rawValue)"
        let compressor = isCompressed ? ZstdCompressor() : nil
        if isCompressed, compressor == nil { throw TableError("no memory to compress", path: name) }
        switch format {
        case .arrow:
            // Its readers expect to find the compression within.
            (path, otherPath, self.compressor) = (name, nil, nil)
            rows = ArrowRows(schema, compressor)
        case .ndjson, .csv:
            (path, otherPath) = isCompressed ? (name + ".zst", name) : (name, name + ".zst")
            self.compressor = compressor
            rows = RowLines(schema, as: format == .csv ? .csv : .ndjson)
        }
        bytes = rows.head
        do throws(SystemError) {
            file = try AtomicFile(path, replaces: true)
        } catch {
            throw TableError(error, path: path)
        }
    }

    func write(_ row: TableRow) throws {
        do {
            try rows.write(row, to: &bytes)
        } catch let error as TableError {
            throw TableError(error.description, path: path)
        }
        if bytes.count >= Self.pieceSize { try flush() }
    }

    func close() throws {
        rows.end(&bytes)
        try flush()
        guard let compressor else { return }
        try write(out: compressor.finish())
        if compressor.hasFailed { throw TableError("no memory to compress", path: path) }
    }

    func commit() throws {
        do throws(SystemError) {
            try file.commit()
            if let otherPath { try Files.remove(otherPath) }
        } catch {
            throw TableError(error, path: path)
        }
    }

    private func flush() throws {
        try write(out: compressor?.compress(bytes) ?? bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private func write(out bytes: [UInt8]) throws {
        do throws(SystemError) {
            try Files.write(bytes, to: file.descriptor)
        } catch {
            throw TableError(error, path: path)
        }
    }
}

/// A format of the files of a folder.
package enum RowFormat: String, CaseIterable, Sendable {
    /// A JSON object on each line.
    case ndjson
    /// Comma-separated values.
    case csv
    /// Columns of Apache Arrow.
    case arrow
}
