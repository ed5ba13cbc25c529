/// Where the cells of a column are cut, so that those that differ still do: names that end in `(2)`, addresses of one network,
/// identifiers with one beginning.
package struct Elision {
    /// Different cells that are looked at; those of a longer table are mostly like them.
    static let maximumCells = 256

    private let minimum: Int
    private var cells: Set<String> = []
    private var last = ""

    /// - Parameter minimum: Shorter cells are never cut.
    init(longerThan minimum: Int) { self.minimum = minimum }

    /// Takes note of a cell.
    mutating func measure(_ cell: String) {
        guard cell.utf8.count > minimum, cells.count < Self.maximumCells, cell != last else { return }
        last = cell
        cells.insert(cell)
    }

    /// Where to cut cells to a width: in the middle, or at the nearest place with which no two cells become one. If there is none,
    /// what all cells begin with is left out, too.
    func cut(toWidth width: Int) -> Cut {
        let half = max(0, (width - 1) / 2)
        let middle = Cut(width: width, tail: half)
        guard width > 1, cells.contains(where: { SafeText.width($0) > width }) else { return middle }
        let tails = (0..<width).sorted { (abs($0 - half), $1) < (abs($1 - half), $0) }
        var best = (cut: middle, count: 0)
        for start in ["", Self.start(of: cells)] {
            for tail in tails {
                let cut = Cut(width: width, tail: tail, start: start)
                let count = Set(cells.map { cut.of($0) }).count
                if count == cells.count { return cut }
                if count > best.count { best = (cut, count) }
            }
        }
        return best.cut
    }

    /// The place at which to cut names to a width, so that those that differ still do.
    package static func cut(_ names: some Sequence<String>, toWidth width: Int) -> Cut {
        var elision = Elision(longerThan: width)
        // In one order, as not all of many are looked at.
        for name in Set(names).sorted() { elision.measure(name) }
        return elision.cut(toWidth: width)
    }

    /// Characters that are shown before those that differ.
    private static let context = 2

    /// What all cells begin with and need not show. An escaped character is whole: parts of it mean nothing.
    private static func start(of cells: Set<String>) -> String {
        guard let first = cells.first else { return "" }
        var common = TerminalCells(first).map(\.text)
        for cell in cells { common = Array(zip(common, TerminalCells(cell)).prefix { $0 == $1.text }.map(\.0)) }
        return common.dropLast(context).joined()
    }

    /// The place at which cells are cut.
    package struct Cut {
        let width: Int
        /// Columns after the ellipsis.
        let tail: Int
        /// What is left out at the beginning.
        var start = ""

        package func of(_ cell: String) -> String {
            guard SafeText.width(cell) > width else { return cell }
            let isShortened = !start.isEmpty && cell.hasPrefix(start)
            return SafeText.cut(
                isShortened ? "…" + cell.dropFirst(start.count) : cell, width: width, tail: tail)
        }
    }
}
