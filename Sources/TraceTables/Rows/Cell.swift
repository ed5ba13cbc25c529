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
