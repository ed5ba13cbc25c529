import WireCoding
import WireText

/// The rows of a view: the columns of each, and what it is in JSON. Every ``OutputFormat`` can write it.
public struct RowTable<Row> {
    /// A column by its name, and the cell of a row.
    ///
    /// Not a tuple: the closures of its initializer are compiled to borrow the row where it is, while those of a tuple in an
    /// array get a copy of it for each cell.
    package struct Column {
        let name: String
        let cell: (Row) -> CSVText.Field

        init(_ name: String, _ cell: @escaping (Row) -> CSVText.Field) { (self.name, self.cell) = (name, cell) }
    }

    let columns: [String]
    /// Adds the cells of a row, one for each column.
    let addCells: (Row, inout CSVText) -> Void
    /// A row in JSON, with a line feed.
    let line: (Row) throws -> [UInt8]
    /// The title of the columns and a row as lines for people, where the view is such a list.
    let text: (head: String, line: (Row) -> String)?

    init(
        _ columns: [Column], line: @escaping (Row) throws -> [UInt8],
        text: (head: String, line: (Row) -> String)? = nil
    ) {
        self.columns = columns.map(\.name)
        addCells = { row, text in for column in columns { text.add(column.cell(row)) } }
        (self.line, self.text) = (line, text)
    }

    /// Rows that in JSON are objects with the names of the columns as keys.
    package init(_ columns: [Column]) {
        self.init(columns) { row in
            var text = JSONText(pretty: false)
            text.beginObject()
            for column in columns {
                text.key(column.name)
                text.value(column.cell(row))
            }
            text.endObject()
            text.endLine()
            return text.bytes
        }
    }
}

extension RowTable where Row: Encodable {
    /// Rows that in JSON are what they are in the report.
    init(values columns: [Column], text: (head: String, line: (Row) -> String)? = nil) {
        self.init(columns, line: Self.line(), text: text)
    }

    /// The same of columns that are written together, since their values are in one part of the row.
    init(columns: [String], addCells: @escaping (Row, inout CSVText) -> Void) {
        (self.columns, self.addCells, line, text) = (columns, addCells, Self.line(), nil)
    }

    private static func line() -> (Row) throws -> [UInt8] {
        // One for all rows, which may share parts.
        let output = ReportOutput(JSONText(pretty: false))
        return { try output.line($0) }
    }
}

/// Writes rows as they come, in pieces: there may be more than memory has room for.
public struct RowWriter<Row> {
    private let render: (Row, Bool) throws -> [UInt8]
    private let foot: (Bool) -> [UInt8]
    private let output: ([UInt8]) throws -> Void
    private var bytes: [UInt8]
    private var isEmpty = true
    /// Whether more can be written: nothing is after the end, or when the output failed.
    private var isOpen = true

    /// - Parameters:
    ///   - format: How rows are written.
    ///   - table: The columns of a row.
    ///   - hasHeader: Whether the names of columns come first, in formats that have any.
    ///   - output: Takes the pieces in order.
    public init(
        _ format: OutputFormat, _ table: RowTable<Row>, hasHeader: Bool = true,
        output: @escaping ([UInt8]) throws -> Void
    ) {
        self.output = output
        if let rows = format.rows {
            bytes = rows.head(table.columns, isFirst: hasHeader)
            render = { try rows.row($0, of: table, isFirst: $1) }
            foot = rows.foot
        } else {
            bytes = hasHeader ? Array((table.text?.head ?? "").utf8) : []
            render = { row, _ in SafeText.limited(Array((table.text?.line(row) ?? "").utf8)) }
            foot = { _ in [] }
        }
    }

    /// - Throws: Any error from the output.
    public mutating func write(_ row: Row) throws {
        bytes += try render(row, isEmpty)
        isEmpty = false
        if bytes.count >= JSONReport.pieceSize { try flush() }
    }

    /// Writes out what is there, and the end; to be called before anything else is written.
    public mutating func finish() throws {
        guard isOpen else { return }
        bytes += foot(isEmpty)
        try flush()
        isOpen = false
    }

    private mutating func flush() throws {
        guard !bytes.isEmpty else { return }
        isOpen = false
        try output(bytes)
        isOpen = true
        bytes.removeAll(keepingCapacity: true)
    }
}
