/// The names of rows. They are drawn after the marks and have an edge of the background's color, so that lines from row to row go
/// behind them; and each is cut to its own row, whatever marks above and below its letters a name has.
struct LaneNames {
    /// Pixels of a name.
    static let height = 16

    let names: [String]
    /// Pixels above the first row, and of each row.
    let top: Int
    let laneHeight: Int
    /// Rows whose name is below their marks: lines from the row above end before it.
    var below: Set<Int> = []

    func write(to html: inout HTMLText) {
        let edge: [HTMLText.Attribute] = [
            .init("class", "names"), .init("paint-order", "stroke"), .init("stroke", "var(--card)"),
            .init("stroke-width", "7"), .init("stroke-linejoin", "round"),
        ]
        html.element("g", edge) { group in
            for (index, name) in names.enumerated() {
                let row = top + index * laneHeight
                let y = below.contains(index) ? row + laneHeight - Self.height : row - 1
                group.element("text", [.init("class", "lane"), .init("y", y + 12)], Chart.shortened(name))
            }
        }
    }
}
