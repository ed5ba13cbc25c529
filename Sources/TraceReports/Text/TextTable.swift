/// Columns of text, as wide as their content, cut to fit a line.
struct TextTable {
    enum Alignment { case left, right }

    struct Column {
        let title: String
        let alignment: Alignment
        /// Cells longer than this are cut with an ellipsis.
        let limit: Int

        init(_ title: String, _ alignment: Alignment = .left, limit: Int = 40) {
            self.title = title
            self.alignment = alignment
            self.limit = limit
        }
    }

    let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// - Parameter cells: Already escaped; one for each column.
    mutating func add(_ cells: [String]) {
        rows.append(zip(cells, columns).map { SafeText.cut($0, width: $1.limit) })
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Lines with a heading; columns that are empty in all rows are left out. The last column takes what is left of the
    /// width.
    func lines(width: Int, indent: Int = 2, style: TextStyle) -> [String] {
        let used = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }
        let widths = used.map { index in
            rows.reduce(SafeText.width(columns[index].title)) { max($0, SafeText.width($1[index])) }
        }
        let margin = String(repeating: " ", count: indent)
        let line = { (cells: [String]) -> String in
            var text = margin
            for (position, index) in used.enumerated() {
                let isLast = position == used.count - 1
                var cell = cells[index]
                if isLast { cell = SafeText.cut(cell, width: max(8, width - SafeText.width(text))) }
                let padding = String(repeating: " ", count: max(0, widths[position] - SafeText.width(cell)))
                switch columns[index].alignment {
                case .left: text += isLast ? cell : cell + padding + "  "
                case .right: text += padding + cell + (isLast ? "" : "  ")
                }
            }
            return text
        }
        return [style.dim(line(columns.map(\.title)))] + rows.map(line)
    }
}
