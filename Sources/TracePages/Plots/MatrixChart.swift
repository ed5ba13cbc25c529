import WireText

/// A share for each two of some things: a cell in the row of one and the column of the other, the darker, the higher the share.
struct MatrixChart {
    /// More do not fit a telephone.
    static let maximumNames = 16

    let id: String
    let caption: String
    /// Of rows and columns.
    let names: [String]
    /// What the columns are, with the unit of the cells in brackets.
    let label: String
    /// By row and column, from 0 to 1; nil where it is not known, and of a thing with itself.
    let shares: [[Double?]]
    /// The row of the table that a cell is about, by row and column as the shares are; none where there is none.
    var tableRows: [[Int?]] = []
    let table: ValueTable

    private static let (top, rowHeight, cellHeight) = (10, 42, 20)
    /// What the shades begin with, in percent: the first one is none at all.
    private static let steps = [0, 1, 25, 50, 75]

    func write(to html: inout HTMLText) {
        let attributes: [HTMLText.Attribute] = [
            .init("class", "plot"), .init("id", id), .init("data-chart", Chart.Kind.overlap.rawValue),
            .init("data-series", "overlap"),
        ]
        html.element("figure", attributes) { figure in
            figure.element("figcaption", [], caption)
            drawing(&figure)
            legend(&figure)
            table.write(to: &figure, label: caption)
        }
    }

    private func drawing(_ html: inout HTMLText) {
        let bottom = Self.top + names.count * Self.rowHeight
        let attributes: [HTMLText.Attribute] = [
            .init("class", "chart wide matrix" + (names.count > 8 ? " many" : "")), .init("role", "img"),
            .init("aria-label", caption), .init("height", bottom + 42),
        ]
        html.element("svg", attributes) { svg in
            LaneNames(
                names: names.enumerated().map { "\($0.offset + 1)  \($0.element)" }, top: Self.top,
                laneHeight: Self.rowHeight
            ).write(to: &svg)
            for row in names.indices {
                let y = Self.top + row * Self.rowHeight
                for column in names.indices where column != row { cell(row, column, y: y + 15, &svg) }
            }
            svg.element("g", [.init("class", "ticks")]) { group in
                for column in names.indices {
                    group.element(
                        "text", [.init("x", x(Double(column) + 0.5)), .init("y", bottom + 14)], String(column + 1))
                }
            }
            let place: [HTMLText.Attribute] = [
                .init("class", "label"), .init("data-axis", "x"), .init("x", "50%"), .init("y", bottom + 34),
            ]
            svg.element("text", place, label)
        }
    }

    private func cell(_ row: Int, _ column: Int, y: Int, _ html: inout HTMLText) {
        let share = shares[row][column]
        let shade = share.map { " h\(Self.shade(of: $0))" } ?? ""
        var box: [HTMLText.Attribute] = [
            .init("class", "cell" + shade), .init("x", x(Double(column))), .init("y", y), .init("width", x(1)),
            .init("height", Self.cellHeight),
        ]
        if let tableRow = tableRows.isEmpty ? nil : tableRows[row][column] { box.append(.init("data-row", tableRow)) }
        html.empty("rect", box, isSVG: true)
        let place: [HTMLText.Attribute] = [
            .init("class", "value" + shade), .init("x", x(Double(column) + 0.5)), .init("y", y + 14),
        ]
        html.element("text", place, share.map { String(Self.percent($0)) } ?? "–")
    }

    private func x(_ column: Double) -> String { Area.fine(100 * column / Double(max(1, names.count))) + "%" }

    private func legend(_ html: inout HTMLText) {
        let known = shares.joined().compactMap(\.self).map(Self.shade)
        html.element("ul", [.init("class", "legend")]) { list in
            for (shade, first) in Self.steps.enumerated() where known.contains(shade) {
                let next = shade + 1 < Self.steps.count ? Self.steps[shade + 1] - 1 : 100
                list.element("li") {
                    $0.element("span", [.init("class", "key cell h\(shade)")], "")
                    $0.text(first == next ? "\(first) %" : "\(first) to \(next) %")
                }
            }
        }
    }

    /// Whole, but neither none nor all of what is nearly so.
    static func percent(_ share: Double) -> Int {
        let rounded = Int((min(1, max(0, share)) * 100).rounded())
        return share > 0 && rounded == 0 ? 1 : share < 1 && rounded == 100 ? 99 : rounded
    }

    static func shade(of share: Double) -> Int { (steps.lastIndex { $0 <= percent(share) }) ?? 0 }
}
