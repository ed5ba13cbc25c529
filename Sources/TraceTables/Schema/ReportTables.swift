import TraceModel

/// All tables, as the types of the report make them.
package struct ReportTables: Sendable {
    /// In the order of the report, then those that ``DerivedTables`` fills.
    package let schemas: [TableSchema]
    /// How the report itself becomes the row of its capture.
    let capture: TablePlan
    /// How the lists of the report become rows, by their keys.
    let lists: [String: TablePlan]
    let messages: TablePlan

    /// The tables of this version.
    package static let standard: ReportTables = {
        do {
            return try ReportTables()
        } catch {
            // The types are ours, and a test makes all tables: no input gets here.
            preconditionFailure("\(error)")
        }
    }()

    init() throws {
        var builder = TableBuilder()
        (capture, lists) = try builder.report(ValueShape(of: TraceReport.self))
        messages = try builder.rows(.list(ValueShape(of: TraceMessage.self)), path: "messages", parent: nil)
        builder.add(AddedColumns.ofMessages, to: "messages")
        builder.add(AddedColumns.ofSessions, to: "sessions")
        schemas = builder.schemas + DerivedTables.schemas
    }

    /// The tables whose rows take a second reading.
    package static let ofSecondReading: Set<String> = ["messages", "round_trips"]

    package func index(of table: String) -> Int? { schemas.firstIndex { $0.name == table } }

    package subscript(name: String) -> TableSchema? { schemas.first { $0.name == name } }
}
