import WireText

/// A format that is written row by row: what comes before, between and after.
protocol RowFormat {
    /// The bytes before the first row.
    ///
    /// - Parameter isFirst: Whether no other rows of the kind were written before.
    static func head(_ columns: [String], isFirst: Bool) -> [UInt8]

    static func row<Row>(_ row: Row, of table: RowTable<Row>, isFirst: Bool) throws -> [UInt8]

    /// The bytes after the last row.
    static func foot(isEmpty: Bool) -> [UInt8]
}

extension RowFormat {
    static func foot(isEmpty: Bool) -> [UInt8] { [] }
}

/// One array, an element on each line.
enum JSONArray: RowFormat {
    static func head(_ columns: [String], isFirst: Bool) -> [UInt8] { [UInt8(ascii: "[")] }

    static func row<Row>(_ row: Row, of table: RowTable<Row>, isFirst: Bool) throws -> [UInt8] {
        Array((isFirst ? "\n" : ",\n").utf8) + (try table.line(row).dropLast())
    }

    static func foot(isEmpty: Bool) -> [UInt8] { Array((isEmpty ? "]\n" : "\n]\n").utf8) }
}

/// A JSON value on each line.
enum JSONLines: RowFormat {
    static func head(_ columns: [String], isFirst: Bool) -> [UInt8] { [] }

    static func row<Row>(_ row: Row, of table: RowTable<Row>, isFirst: Bool) throws -> [UInt8] { try table.line(row) }
}

/// Comma-separated values (``CSVText``).
enum CSVRows: RowFormat {
    static func head(_ columns: [String], isFirst: Bool) -> [UInt8] {
        guard isFirst else { return [] }
        var text = CSVText()
        text.add(columns.map { .text($0) })
        return text.bytes
    }

    static func row<Row>(_ row: Row, of table: RowTable<Row>, isFirst: Bool) throws -> [UInt8] {
        var text = CSVText(reservingCapacity: 512)
        table.addCells(row, &text)
        text.endRow()
        return text.bytes
    }
}
