/// How wide the columns of a table are, found out row by row: so that a table of a million rows is written twice, and never
/// held.
package struct TableLayout {
    package let columns: [TextTable.Column]
    /// The width of the widest cell of each column; 0 if all are empty.
    private var widths: [Int]
    /// What is in each column, for where to cut it.
    private var elisions: [Elision]

    package init(_ columns: [TextTable.Column]) {
        self.columns = columns
        widths = [Int](repeating: 0, count: columns.count)
        elisions = columns.map { Elision(longerThan: $0.minimum) }
    }

    /// Takes note of a row.
    ///
    /// - Parameter cells: Already escaped; one for each column.
    package mutating func measure(_ cells: [String]) {
        for (index, cell) in cells.prefix(columns.count).enumerated() {
            if columns[index].alignment == .left { elisions[index].measure(cell) }
            // No character takes more columns than bytes: of most cells only that is asked.
            let isShort = cell.utf8.count <= widths[index]
            if !isShort { widths[index] = max(widths[index], min(SafeText.width(cell), columns[index].limit)) }
        }
    }

    /// The lines of a table whose rows were measured.
    package func fitted(into width: Int, indent: Int = 2) -> Lines {
        let fitted = fit(into: width - indent).map { index, width in
            let width = min(width, columns[index].limit)
            return Lines.Fitted(index: index, width: width, cut: elisions[index].cut(toWidth: width))
        }
        return Lines(
            columns: columns, fitted: fitted, margin: String(repeating: " ", count: indent), width: width)
    }

    /// Writes rows as lines.
    package struct Lines {
        fileprivate static let gap = "  "

        fileprivate let columns: [TextTable.Column]
        /// A column that is shown, its width, and where its cells are cut.
        fileprivate struct Fitted {
            let index: Int
            let width: Int
            let cut: Elision.Cut
        }

        fileprivate let fitted: [Fitted]
        fileprivate let margin: String
        fileprivate let width: Int

        package var heading: String { line(columns.map(\.title)) }

        /// - Parameter cells: The cells of a row that was measured.
        package func line(_ cells: [String]) -> String {
            var text = margin
            for (position, column) in fitted.enumerated() {
                var cell = cells[column.index]
                // No character takes more columns than bytes: what nearly every cell asks. Numbers are not cut.
                if cell.utf8.count > column.width, columns[column.index].alignment == .left {
                    cell = column.cut.of(cell)
                }
                if position > 0 { text += Self.gap }
                text += columns[column.index].alignment.padded(cell, to: column.width)
            }
            while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
            return SafeText.cut(text, width: width)
        }
    }

    /// The columns to show, with the width of each.
    private func fit(into width: Int) -> [(index: Int, width: Int)] {
        var fitted = columns.indices.filter { widths[$0] > 0 }.map { index in
            (index: index, width: max(widths[index], SafeText.width(columns[index].title)))
        }
        let least = { (column: (index: Int, width: Int)) -> Int in
            columns[column.index].alignment == .right
                ? column.width
                : min(column.width, max(columns[column.index].minimum, SafeText.width(columns[column.index].title)))
        }
        let gaps = { Lines.gap.utf8.count * max(0, fitted.count - 1) }
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

    private func dispensability(_ index: Int) -> Int { columns[index].dispensable }
}
