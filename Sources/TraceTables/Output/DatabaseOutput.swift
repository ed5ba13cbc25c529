import GRDB
import Platform

/// A SQLite database with all tables, to which captures are added.
///
/// Each capture is one transaction: killed or out of space, the database has those before whole and nothing of that one.
package final class DatabaseOutput: TableOutput {
    private let tables: ReportTables
    /// Whether a table gets rows, by its index.
    private let isWanted: [Bool]
    /// The statements that take the rows of a capture away.
    private let deletions: [String]
    private let path: String
    private let queue: DatabaseQueue
    /// Whether the tables were found to be those of an export: nothing else is written to.
    private var isOurs = false
    /// Whether commits are appended for the time of this export only.
    private var appends = false
    /// Whether the database had no rows when it was opened.
    private var wasEmpty = false
    /// The captures that were added since.
    private var added: Set<String> = []
    /// The statements that add rows, by their tables: used on the queue alone.
    private var insertions: [RowInsertion?]

    /// Opens a database, or creates it.
    ///
    /// - Parameter wanted: The tables that get rows, by their indices.
    /// - Throws: ``TableError`` for a file that no export wrote, that has newer tables, or that cannot be written; it is left unchanged.
    package init(_ path: String, _ tables: ReportTables, wanted: Set<Int>) throws {
        (self.path, self.tables) = (path, tables)
        isWanted = tables.schemas.indices.map(wanted.contains)
        // Where the whole report is written, all goes: sessions may have other numbers now than those that messages refer to.
        let isWhole = tables.schemas.indices.allSatisfy {
            wanted.contains($0) || ReportTables.ofSecondReading.contains(tables.schemas[$0].name)
        }
        deletions = tables.schemas.indices.filter { isWhole || wanted.contains($0) }.map {
            "DELETE FROM \(TableSchema.quoted(tables.schemas[$0].name)) WHERE capture_id = ?"
        }
        insertions = Array(repeating: nil, count: tables.schemas.count)
        if let status = Files.status(path), status.st_mode & S_IFMT != S_IFREG {
            throw TableError("a database is a file, and this is something else", path: path)
        }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(Self.patience)
            configuration.foreignKeysEnabled = false
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { try Self.prepare($0, tables) }
            isOurs = true
            try queue.inDatabase { database in
                wasEmpty = try tables.schemas.allSatisfy {
                    try Int.fetchOne(database, sql: "SELECT 1 FROM \(TableSchema.quoted($0.name)) LIMIT 1") == nil
                }
                try beginAppending(database)
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                // The ends of all tables and indices, in KiB, and pages that are appended before they are moved.
                try database.execute(sql: "PRAGMA cache_size = -32768")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 8192")
            }
        } catch let error as DatabaseError {
            throw Self.failure(error, path)
        } catch let error as TableError {
            throw TableError(error.description, path: path)
        }
    }

    /// Commits are appended, and safe from a killed program without waiting for the disk each time. While another program reads a
    /// database that does not do so yet, it stays as it is.
    private func beginAppending(_ database: Database) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode")
        guard mode != "wal" else { return }
        try database.execute(sql: "PRAGMA busy_timeout = 100")
        defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Int(Self.patience * 1000))") }
        appends = (try? String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")) == "wal"
    }

    /// Seconds to wait for another program that writes to the database.
    private static let patience = 30.0

    /// The rows that the capture has already are replaced: all of them where the whole report is written, else those of the tables
    /// that get rows.
    package func add(capture id: String, _ write: (_ take: (TableRow) throws -> Void) throws -> Void) throws {
        do {
            do {
                try replace(capture: id, write)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && wasEmpty {
                // Another program has added the capture since.
                wasEmpty = false
                try replace(capture: id, write)
            }
            added.insert(id)
        } catch let error as DatabaseError {
            throw Self.failure(error, path)
        }
    }

    private func replace(
        capture id: String, _ write: (_ take: (TableRow) throws -> Void) throws -> Void
    ) throws {
        try queue.write { database in
            // Most captures are new: looking for them in each table would take longer than a small one's rows.
            if !wasEmpty || added.contains(id) {
                for deletion in deletions { try database.cachedStatement(sql: deletion).execute(arguments: [id]) }
            }
            try write { row in
                guard isWanted[row.table] else { return }
                try insertion(row.table, database).add(row)
            }
        }
    }

    /// The statement that adds a row to a table.
    private func insertion(_ table: Int, _ database: Database) throws -> RowInsertion {
        if let insertion = insertions[table] { return insertion }
        let schema = tables.schemas[table]
        let insertion = RowInsertion(
            try database.makeStatement(sql: schema.insertion), argumentCount: schema.columns.count)
        insertions[table] = insertion
        return insertion
    }

    package func finish() throws {
        insertions = []
        do {
            becomeOneFile()
            try queue.close()
        } catch let error as DatabaseError {
            throw Self.failure(error, path)
        }
    }

    deinit {
        insertions = []
        becomeOneFile()
    }

    /// Moves what was appended to its place, so that the database is a file by itself. Where another program has it open, the last
    /// one does so.
    private func becomeOneFile() {
        guard isOurs, appends else { return }
        _ = try? queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
    }

    // MARK: - Versions

    private static func prepare(_ database: Database, _ tables: ReportTables) throws {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let stored = try String.fetchSet(
            database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
        guard version <= ReportTables.version || stored.isEmpty else {
            throw TableError(
                "this database has tables of version \(version), and this program knows those up to \(ReportTables.version); use a newer program"
            )
        }
        guard !stored.isEmpty else { return try make(tables, in: database) }
        // Whoever adds tables of one's own may do so.
        guard version == ReportTables.version, stored.isSuperset(of: tables.sqlStatements) else {
            throw TableError("this database has other tables than those of nearscope export; give another name")
        }
    }

    private static func make(_ tables: ReportTables, in database: Database) throws {
        try database.inTransaction(.immediate) {
            // Another program may have made them since.
            guard try !database.tableExists("captures") else { return .rollback }
            for statement in tables.sqlStatements { try database.execute(sql: statement) }
            try database.execute(sql: "PRAGMA user_version = \(ReportTables.version)")
            return .commit
        }
    }

    private static func failure(_ error: DatabaseError, _ path: String) -> TableError {
        let words =
            switch error.resultCode {
            case .SQLITE_NOTADB: "this file has no SQLite database in it; give another name"
            case .SQLITE_FULL:
                Files.status(path + "-wal") == nil
                    ? "no space left; the captures before are in it whole"
                    : "no space left; the captures before are whole in it and \(path)-wal, which belongs to it"
            case .SQLITE_CANTOPEN: "cannot be opened for writing"
            case .SQLITE_READONLY: "cannot be written"
            case .SQLITE_BUSY, .SQLITE_LOCKED: "another program is writing to it"
            default: error.message ?? "\(error.resultCode)"
            }
        return TableError(words, path: path)
    }
}
