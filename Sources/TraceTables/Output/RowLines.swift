import WireCoding
import WireText

/// A format with a line for each row.
enum RowText: Sendable {
    /// A JSON object.
    case ndjson
    /// Comma-separated values.
    case csv
}

/// Writes rows of one table as lines.
struct RowLines: RowFile {
    private let format: RowText
    /// What comes before each value of a JSON object.
    private let keys: [[UInt8]]
    private var json = JSONText(pretty: false)
    private var csv = CSVText(isForPrograms: true)
    let head: [UInt8]

    /// - Parameter namesTable: Whether each row says of which table it is.
    init(_ schema: TableSchema, as format: RowText, namesTable: Bool = false) {
        self.format = format
        keys = schema.columns.enumerated().map { index, column in
            let table = index == 1 && namesTable ? "\"table\":\"\(schema.name)\"," : ""
            return Array(((index == 0 ? "{" : ",") + table + "\"\(column.name)\":").utf8)
        }
        var names = CSVText()
        names.add(schema.columns.map { .text($0.name) })
        head = format == .csv ? names.bytes : []
    }

    /// Adds a row with its line end.
    mutating func write(_ row: TableRow, to bytes: inout [UInt8]) {
        switch format {
        case .ndjson:
            json.removeAll()
            for (index, cell) in row.cells.enumerated() { writeMember(keys[index], cell) }
            json.append(raw: "}\n")
            bytes += json.bytes
        case .csv:
            csv.removeAll()
            for cell in row.cells { writeField(cell) }
            csv.endRow()
            bytes += csv.bytes
        }
    }

    mutating func end(_ bytes: inout [UInt8]) {}

    /// Outside of arrays and objects nothing is put between values.
    private mutating func writeMember(_ key: [UInt8], _ cell: Cell) {
        json.append(raw: key)
        switch cell {
        case .null: json.append(raw: "null")
        case .integer(let number): json.value(number)
        case .real(let number): json.value(number)
        case .boolean(let flag): json.append(raw: flag ? "true" : "false")
        case .text(let string): json.value(string)
        case .json(let bytes): json.append(raw: bytes)
        }
    }

    private mutating func writeField(_ cell: Cell) {
        switch cell {
        case .null: csv.add(.text(nil))
        case .integer(let number): csv.add(.integer(Int(number)))
        case .real(let number): csv.add(.number(number))
        case .boolean(let flag): csv.add(.flag(flag))
        case .text(let string): csv.add(.text(string))
        case .json(let bytes): csv.add(.text(String(decoding: bytes, as: UTF8.self)))
        }
    }
}
