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

    private static let gap = "  "

    let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// - Parameter cells: Already escaped; one for each column.
    mutating func add(_ cells: [String]) {
        rows.append(zip(cells, columns).map { Self.cut($0, width: $1.limit) })
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Lines with a heading; columns that are empty in all rows are left out. Where the content is wider than the line, the
    /// last column gives way first, then the widest of the others, then whole columns.
    func lines(width: Int, indent: Int = 2, style: TextStyle) -> [String] {
        let fitted = fit(into: width - indent)
        let margin = String(repeating: " ", count: indent)
        let line = { (cells: [String]) -> String in
            var text = margin
            for (position, column) in fitted.enumerated() {
                let cell = Self.cut(cells[column.index], width: column.width)
                let padding = String(repeating: " ", count: max(0, column.width - SafeText.width(cell)))
                if position > 0 { text += Self.gap }
                text += columns[column.index].alignment == .left ? cell + padding : padding + cell
            }
            while text.last == " " { text.removeLast() }
            return SafeText.cut(text, width: width)
        }
        return [style.dim(line(columns.map(\.title)))] + rows.map(line)
    }

    /// The columns to show, with the width of each.
    private func fit(into width: Int) -> [(index: Int, width: Int)] {
        var fitted = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }.map { index in
            let width = rows.reduce(SafeText.width(columns[index].title)) { max($0, SafeText.width($1[index])) }
            return (index: index, width: width)
        }
        let least = { (column: (index: Int, width: Int)) -> Int in
            columns[column.index].alignment == .right
                ? column.width
                : min(column.width, max(columns[column.index].minimum, SafeText.width(columns[column.index].title)))
        }
        let gaps = { Self.gap.utf8.count * max(0, fitted.count - 1) }
        while fitted.reduce(gaps(), { $0 + least($1) }) > width,
            let victim = fitted.indices.max(by: { dispensability(fitted[$0].index) < dispensability(fitted[$1].index) }
            ),
            dispensability(fitted[victim].index) > 0
        {
            fitted.remove(at: victim)
        }
        var excess = fitted.reduce(gaps()) { $0 + $1.width } - width
        if excess > 0, let last = fitted.indices.last {
            let given = min(excess, fitted[last].width - least(fitted[last]))
            fitted[last].width -= given
            excess -= given
        }
        while excess > 0 {
            let yielding = fitted.indices.filter { fitted[$0].width > least(fitted[$0]) }
            guard let widest = yielding.max(by: { fitted[$0].width < fitted[$1].width }) else { break }
            fitted[widest].width -= 1
            excess -= 1
        }
        return fitted
    }

    /// A name is told by its beginning, an address of the local network by its end.
    private static func cut(_ cell: String, width limit: Int) -> String {
        let isAddress =
            cell.count { $0 == "." || $0 == ":" } > 1 && cell.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        guard isAddress, cell.count > limit, limit > 1 else { return SafeText.cut(cell, width: limit) }
        return "…" + cell.suffix(limit - 1).drop { $0 == "." }
    }

    private func dispensability(_ index: Int) -> Int { columns[index].dispensable }
}
