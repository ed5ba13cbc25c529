/// A table of rows: its columns, and what its rows are unique by.
package struct TableSchema: Sendable {
    package let name: String
    /// The list of the report that its rows are of; empty where it is none.
    package let source: String
    /// The columns that make a row one of a kind: the capture's id, that of the row that it belongs to, and its own.
    package internal(set) var keys: [String]
    package internal(set) var columns: [Column]

    /// One value of each row.
    package struct Column: Sendable {
        package let name: String
        package internal(set) var kind: Kind
        /// What the values count, empty for names and the like.
        package let unit: String
        /// Where the value is in the report: `sessions[].forward.goodput`.
        package let source: String
        package let isNullable: Bool

        init(_ name: String, _ kind: Kind, unit: String = "", source: String = "", isNullable: Bool = false) {
            (self.name, self.kind, self.unit, self.source, self.isNullable) = (name, kind, unit, source, isNullable)
        }
    }

    /// The values that a column can hold.
    package enum Kind: Equatable, Sendable {
        /// Whole numbers of 64 bits.
        case integer
        case real
        case boolean
        /// Texts; where all are known, those.
        case text([String]?)
        /// A JSON array or object, with elements of a shape.
        case json(ValueShape)
    }

    package func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }
}
