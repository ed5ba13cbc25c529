/// A format in which the tool prints.
@nonexhaustive
public enum OutputFormat: String, CaseIterable, Sendable {
    /// For people: each view has its own.
    case text
    /// For programs: one document.
    case json
    /// For programs: one JSON value on each line.
    case ndjson
    /// For spreadsheets: one row for each value.
    case csv
    /// For people: a page of HTML with plots. Only some commands have it.
    case html

    /// How rows are written, nil for text.
    var rows: (any RowFormat.Type)? {
        switch self {
        case .text, .html: nil
        case .json: JSONArray.self
        case .ndjson: JSONLines.self
        case .csv: CSVRows.self
        }
    }

    /// The words for its rows in the help of a command; nil for formats that are not about rows.
    public func help(row: String) -> String? {
        switch self {
        case .text, .json, .html: nil
        case .ndjson: "ndjson: one \(row) per line."
        case .csv: "csv: one \(row) per row, for spreadsheets."
        }
    }

    /// The formats of what has rows, or of a single answer, which is one JSON document whether on one line or on several.
    public static func offered(forRows hasRows: Bool) -> [OutputFormat] {
        hasRows ? [.text, .json, .ndjson, .csv] : [.text, .json, .ndjson]
    }
}
