/// A format of the files of a folder.
package enum RowFormat: String, CaseIterable, Sendable {
    /// A JSON object on each line.
    case ndjson
    /// Comma-separated values.
    case csv
    /// Columns of Apache Arrow.
    case arrow
}
