import GRDB
import GRDBSQLite

/// Adds rows to a table with one statement.
///
/// Values are bound by SQLite's own functions: GRDB would end a text at its first zero byte, and box each value.
final class RowInsertion {
    private let statement: Statement
    /// The first value, the capture's id, which stays bound from row to row.
    private var first = Cell.null

    init(_ statement: Statement, argumentCount: Int) {
        self.statement = statement
        // So that the statement counts as one with all its values.
        statement.setUncheckedArguments(StatementArguments(repeatElement(nil as Int?, count: argumentCount)))
    }

    func add(_ row: TableRow) throws {
        // GRDB frees the handle with the statement, which this value holds.
        let handle = unsafe statement.sqliteStatement
        _ = unsafe sqlite3_reset(handle)
        for (index, cell) in row.cells.enumerated() where index > 0 || cell != first {
            // A text that is too long, or one without memory for it, must not become null.
            try unsafe Self.check(Self.bind(cell, to: handle, at: Int32(index + 1)), SQLITE_OK, handle)
        }
        first = row.cells[0]
        try unsafe Self.check(sqlite3_step(handle), SQLITE_DONE, handle)
    }

    private static func check(_ result: Int32, _ expected: Int32, _ handle: SQLiteStatement) throws {
        guard result != expected else { return }
        // SQLite's own text, which is copied at once.
        let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
        throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }

    /// The text is copied during the call; numbers are passed as they are.
    ///
    /// - Returns: SQLite's result code.
    private static func bind(_ cell: Cell, to handle: SQLiteStatement, at index: Int32) -> Int32 {
        switch cell {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
        case .boolean(let flag): unsafe sqlite3_bind_int64(handle, index, flag ? 1 : 0)
        case .text(var text): text.withUTF8 { unsafe bind($0, to: handle, at: index) }
        case .json(let bytes): unsafe bytes.withUnsafeBufferPointer { unsafe bind($0, to: handle, at: index) }
        }
    }

    private static func bind(
        _ text: UnsafeBufferPointer<UInt8>, to handle: SQLiteStatement, at index: Int32
    ) -> Int32 {
        // Without a place, an empty text would be null.
        guard let start = text.baseAddress, !text.isEmpty else {
            return unsafe sqlite3_bind_text(handle, index, "", 0, transient)
        }
        // The buffer has as many bytes as the call is told, and lives during it.
        return unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            guard let length = Int32(exactly: text.count) else { return SQLITE_TOOBIG }
            return unsafe sqlite3_bind_text(handle, index, $0, length, transient)
        }
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift does not import. It is no function: SQLite compares the pointer with -1, never calls it,
    /// and copies the text.
    private static let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
