/// A value of a row.
package enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case text(String)
    /// An array or an object as JSON text, as the report has it.
    case json([UInt8])
}

/// A row of a table.
package struct TableRow: Equatable, Sendable {
    /// Its index among ``ReportTables/schemas``.
    package let table: Int
    package internal(set) var cells: [Cell]
}

/// What writes the rows of one table into a file.
protocol RowFile {
    /// What comes before the first row.
    var head: [UInt8] { get }

    /// Adds a row, or keeps it for later.
    mutating func write(_ row: TableRow, to bytes: inout [UInt8]) throws

    /// Adds what is left.
    mutating func end(_ bytes: inout [UInt8])
}
