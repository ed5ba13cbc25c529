import WireText

/// Who talked to whom among many: a cell in the row of one and the column of the other, by their numbers.
enum PeerMatrix {
    private static let (top, below) = (6, 40)
    /// Pixels of a row.
    private static func rowHeight(_ peers: PeerPairs) -> Int { peers.nodes.count > 30 ? 10 : 16 }

    static func height(_ peers: PeerPairs) -> Int { top + peers.nodes.count * rowHeight(peers) + below }

    static func area(_ peers: PeerPairs) -> Area {
        let count = Double(peers.nodes.count)
        return Area(
            horizontal: Scale(from: 0, to: count), vertical: Scale(from: -count, to: 0),
            height: peers.nodes.count * rowHeight(peers))
    }

    static func write(_ peers: PeerPairs, to html: inout HTMLText) {
        let count = peers.nodes.count
        let area = area(peers)
        let height = area.height
        let inner: [HTMLText.Attribute] = [
            .init("class", "area"), .init("x", "0"), .init("y", top), .init("width", "100%"),
            .init("height", height), .init("viewBox", "0 0 1000 \(height)"), .init("preserveAspectRatio", "none"),
            .init("aria-label", "marks"),
        ]
        numbers(count, rowHeight(peers), &html)
        html.element("svg", inner) { svg in
            for group in groups(peers) {
                let path = Mark(shape: .bars(runs(of: group.pairs)), series: 0).path(area)
                svg.empty("path", [.init("class", group.style), .init("d", path)], isSVG: true)
            }
            // The peers themselves.
            let own = Mark(shape: .bars((0..<count).map { cell($0, $0) }), series: 8, style: "faint")
            svg.empty("path", [.init("class", own.kind), .init("d", own.path(area))], isSVG: true)
        }
        grid(count, rowHeight(peers), &html)
    }

    /// Cells that lie side by side are one box: the grid is drawn over them.
    private static func runs(of pairs: [PeerPairs.Pair]) -> [Mark.Box] {
        var rows: [Int: [Int]] = [:]
        for pair in pairs {
            rows[pair.from, default: []].append(pair.to)
            rows[pair.to, default: []].append(pair.from)
        }
        return rows.sorted { $0.key < $1.key }.flatMap { row, columns -> [Mark.Box] in
            var runs: [Mark.Box] = []
            var last: Int?
            for column in columns.sorted() {
                let end = cell(row, column)
                if last == column - 1, let run = runs.popLast() {
                    runs.append(.init(x: run.from.x...end.to.x, y: end.from.y...end.to.y))
                } else {
                    runs.append(end)
                }
                last = column
            }
            return runs
        }
    }

    private static func grid(_ count: Int, _ rowHeight: Int, _ html: inout HTMLText) {
        html.element("g", [.init("class", "grid")]) { group in
            for number in 0...count {
                let x = Area.fine(100 * Double(number) / Double(count)) + "%"
                let ends: [HTMLText.Attribute] = [
                    .init("x1", x), .init("x2", x), .init("y1", top), .init("y2", top + count * rowHeight),
                ]
                group.empty("line", ends, isSVG: true)
            }
        }
    }

    /// Pairs that look the same: those that talked by their bytes, the darker, the more.
    private static func groups(_ peers: PeerPairs) -> [(style: String, pairs: [PeerPairs.Pair], words: String)] {
        let talked = peers.pairs.filter { $0.state == .talked }
        let most = talked.map(\.bytes).max() ?? 0
        var groups: [(style: String, pairs: [PeerPairs.Pair], words: String)] = (1...4).map { shade in
            // A sixty-fourth, a sixteenth and a quarter of the most.
            let least = shade == 1 ? 0 : most >> (2 * (4 - shade))
            let next = shade == 4 ? Int.max : most >> (2 * (3 - shade))
            let words =
                shade == 1 ? "talked, less than \(Quantity.bytes(next))" : "talked, \(Quantity.bytes(least)) or more"
            return ("cell h\(shade)", talked.filter { ($0.bytes >= least || shade == 1) && $0.bytes < next }, words)
        }
        groups += PeerPairs.State.allCases.dropFirst().map { state in
            ("bar \(state.style)", peers.pairs.filter { $0.state == state }, state.words(inCircle: false))
        }
        return groups.filter { !$0.pairs.isEmpty }
    }

    static func legend(_ peers: PeerPairs) -> [ChartFrame.Entry] {
        groups(peers).map { .init(style: "key " + $0.style.replacing("bar ", with: ""), words: $0.words) }
    }

    /// With a little room above and below.
    static func cell(_ row: Int, _ column: Int) -> Mark.Box {
        .init(x: Double(column)...Double(column + 1), y: -Double(row) - 0.94...(-Double(row) - 0.06))
    }

    /// Numbers at rows and columns, as many as there is room for on a telephone.
    private static func numbers(_ count: Int, _ rowHeight: Int, _ html: inout HTMLText) {
        let bottom = top + count * rowHeight
        let step = (1...count).first { count <= 12 * $0 } ?? count
        let shown = (1...count).filter { $0 == 1 || $0.isMultiple(of: step) }
        html.element("g", [.init("class", "ticks")]) { group in
            for number in shown {
                let x = Area.fine(100 * (Double(number) - 0.5) / Double(count)) + "%"
                group.element("text", [.init("x", x), .init("y", bottom + 14)], String(number))
            }
        }
        html.element("g", [.init("class", "ticks-y")]) { group in
            for number in rowHeight < 14 ? shown : Array(1...count) {
                let y = top + (2 * number - 1) * rowHeight / 2 + 4
                group.element("text", [.init("x", "-6"), .init("y", y)], String(number))
            }
        }
        let place: [HTMLText.Attribute] = [
            .init("class", "label"), .init("data-axis", "x"), .init("x", "50%"), .init("y", bottom + 32),
        ]
        html.element("text", place, "the other peer (number)")
    }
}
