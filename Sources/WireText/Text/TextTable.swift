/// Columns of text, as wide as their content, made to fit a line.
package struct TextTable {
    package enum Alignment {
        case left, right

        /// A text with spaces up to that many columns.
        package func padded(_ text: String, to width: Int) -> String {
            let padding = String(repeating: " ", count: max(0, width - SafeText.width(text)))
            return self == .left ? text + padding : padding + text
        }
    }

    package struct Column {
        package let title: String
        package let alignment: Alignment
        /// Cells longer than this are cut with an ellipsis.
        package let limit: Int
        /// A column of text on the left gives way to this width before a column is left out.
        package let minimum: Int
        /// If a narrow line has no room for all columns, the one with the highest number goes first; 0 stays.
        package let dispensable: Int

        package init(
            _ title: String, _ alignment: Alignment = .left, limit: Int = 40, minimum: Int = 8, dispensable: Int = 0
        ) {
            self.title = title
            self.alignment = alignment
            self.limit = limit
            self.minimum = minimum
            self.dispensable = dispensable
        }
    }

    private var rows: [[String]] = []
    private var layout: TableLayout

    package init(_ columns: [Column]) { layout = TableLayout(columns) }

    /// - Parameter cells: Already escaped; one for each column.
    package mutating func add(_ cells: [String]) {
        layout.measure(cells)
        rows.append(cells)
    }

    package var isEmpty: Bool { rows.isEmpty }

    /// Lines with a heading; columns that are empty in all rows are left out. Where the content is wider than the line, the
    /// last column gives way first, then the widest of the others, then whole columns.
    package func lines(width: Int, indent: Int = 2, style: TextStyle) -> [String] {
        let format = layout.fitted(into: width, indent: indent)
        return [style.dim(format.heading)] + rows.map(format.line)
    }
}
