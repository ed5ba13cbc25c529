/// Columns of text, as wide as their content, made to fit a line.
struct TextTable {
    enum Alignment { case left, right }

    struct Column {
        let title: String
        let alignment: Alignment
        /// Cells longer than this are cut with an ellipsis.
        let limit: Int
        /// A column of text on the left gives way to this width before a column is left out.
        let minimum: Int
        /// Of the columns that a narrow line has no room for, the one with the highest number goes first; 0 stays.
        let dispensable: Int

        init(
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

    init(_ columns: [Column]) { layout = TableLayout(columns) }

    /// - Parameter cells: Already escaped; one for each column.
    mutating func add(_ cells: [String]) {
        layout.measure(cells)
        rows.append(cells)
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Lines with a heading; columns that are empty in all rows are left out. Where the content is wider than the line, the
    /// last column gives way first, then the widest of the others, then whole columns.
    func lines(width: Int, indent: Int = 2, style: TextStyle) -> [String] {
        let format = layout.fitted(into: width, indent: indent)
        return [style.dim(format.heading)] + rows.map(format.line)
    }
}
