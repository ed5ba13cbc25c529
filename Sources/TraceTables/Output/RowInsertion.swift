import GRDB
import GRDBSQLite

/// Adds rows to a table with one statement.
///
/// Values are bound by SQLite's own functions: GRDB would end a text at its first zero byte, and box each value.
struct RowInsertion {
    private let statement: Statement
    /// The first value, the capture's id, which stays bound from row to row.
    private var first = Cell.null

    init(_ statement: Statement, argumentCount: Int) {
        self.statement = statement
        // So that the statement counts as one with all its values.
        statement.setUncheckedArguments(StatementArguments(repeatElement(nil as Int?, count: argumentCount)))
    }

    mutating func add(_ row: TableRow) throws {
        // GRDB's own handle, which lives as long as the statement.
        let handle = unsafe statement.sqliteStatement
        _ = unsafe sqlite3_reset(handle)
        for (index, cell) in row.cells.enumerated() where index > 0 || cell != first {
            unsafe Self.bind(cell, to: handle, at: Int32(index + 1))
        }
        first = row.cells[0]
        let result = unsafe sqlite3_step(handle)
        guard result == SQLITE_DONE else {
            // SQLite's own text, which is copied at once.
            let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
            throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
        }
    }

    /// The text is copied during the call; numbers are passed as they are.
    private static func bind(_ cell: Cell, to handle: SQLiteStatement, at index: Int32) {
        switch cell {
        case .null: _ = unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): _ = unsafe sqlite3_bind_int64(handle, index, number)
        case .real(let number): _ = unsafe sqlite3_bind_double(handle, index, number)
        case .boolean(let flag): _ = unsafe sqlite3_bind_int64(handle, index, flag ? 1 : 0)
        case .text(var text): text.withUTF8 { unsafe bind($0, to: handle, at: index) }
        case .json(let bytes): unsafe bytes.withUnsafeBufferPointer { unsafe bind($0, to: handle, at: index) }
        }
    }

    private static func bind(_ text: UnsafeBufferPointer<UInt8>, to handle: SQLiteStatement, at index: Int32) {
        // Without a place, an empty text would be null.
        guard let start = text.baseAddress, !text.isEmpty else {
            _ = unsafe sqlite3_bind_text(handle, index, "", 0, transient)
            return
        }
        _ = unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            unsafe sqlite3_bind_text(handle, index, $0, Int32(clamping: text.count), transient)
        }
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift does not import: the function copies what it gets.
    private static let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
