/// A format of rows as text.
package enum RowText: String, CaseIterable, Sendable {
    /// A JSON object on each line.
    case ndjson
    /// Comma-separated values.
    case csv
}
