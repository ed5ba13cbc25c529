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
        _ path: String, _ tables: ReportTables, wanted: Set<Int>, as text: RowText, isCompressed: Bool
    ) throws {
        let folder = path.hasSuffix("/") ? path : path + "/"
        do throws(SystemError) {
            if Files.status(path) == nil { try Files.makeFolder(path) }
        } catch {
            throw TableError(error, path: path)
        }
        for table in wanted.sorted() {
            let schema = tables.schemas[table]
            let name = "\(schema.name).\(text.rawValue)" + (isCompressed ? ".zst" : "")
            files[table] = try TableFile(
                folder + name, RowLines(schema, as: text), isCompressed: isCompressed)
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
    private let file: AtomicFile
    private let compressor: ZstdCompressor?
    private var lines: RowLines
    private var bytes: [UInt8]

    /// Bytes that are written at a time.
    private static let pieceSize = 1 << 16

    init(_ path: String, _ lines: RowLines, isCompressed: Bool) throws {
        (self.path, self.lines, bytes) = (path, lines, lines.head)
        do throws(SystemError) {
            file = try AtomicFile(path, replaces: true)
        } catch {
            throw TableError(error, path: path)
        }
        compressor = isCompressed ? ZstdCompressor() : nil
        if isCompressed, compressor == nil { throw TableError("no memory to compress", path: path) }
    }

    func write(_ row: TableRow) throws {
        lines.write(row, to: &bytes)
        if bytes.count >= Self.pieceSize { try flush() }
    }

    func close() throws {
        try flush()
        guard let compressor else { return }
        try write(out: compressor.finish())
        if compressor.hasFailed { throw TableError("no memory to compress", path: path) }
    }

    func commit() throws {
        do throws(SystemError) {
            try file.commit()
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
