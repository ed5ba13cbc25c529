/// How the members of an object of the report become cells of a row, and rows of other tables.
final class RowPlan: Sendable {
    /// The keys, in the order in which the object is written.
    let keys: [String]
    let members: [Member]

    init(_ members: [(key: String, member: Member)]) {
        keys = members.map(\.key)
        self.members = members.map(\.member)
    }

    indirect enum Member: Sendable {
        case cell(Int, CellConversion)
        /// A list or a map in one cell, as JSON.
        case json(Int, CellConversion)
        case object(RowPlan)
        case rows(TablePlan)
        /// In a table that ``DerivedTables`` fills.
        case elsewhere
    }

    /// - Parameter hint: Where the key is if it follows the one before.
    func member(_ key: String, near hint: inout Int) -> Member? {
        if keys.indices.contains(hint), keys[hint] == key {
            hint += 1
            return members[hint - 1]
        }
        guard let index = keys.firstIndex(of: key) else { return nil }
        hint = index + 1
        return members[index]
    }
}

/// The rows of one list.
final class TablePlan: Sendable {
    /// Among ``ReportTables/schemas``.
    let table: Int
    /// Columns of the row that it belongs to whose values come first, after the capture's id.
    let parents: [Int]
    /// The column that counts the rows; nil where they have ids.
    let position: Int?
    let element: RowPlan

    init(table: Int, parents: [Int], position: Int?, element: RowPlan) {
        (self.table, self.parents, self.position, self.element) = (table, parents, position, element)
    }
}
