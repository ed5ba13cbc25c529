import WireText

/// The table behind a plot: what it shows in numbers.
struct ValueTable {
    /// The headings, with their units in brackets.
    let columns: [String]
    var rows: [[Cell]] = []
    /// What is not in it, in words; empty where all is.
    var note = ""
    /// Where the plot shows the rows, by their index. The script finds the row of what is under the pointer by it; a row without
    /// a place is about the time until the next one.
    private(set) var places: [Int: [Mark.Box]] = [:]

    /// Adds a row for marks of the plot.
    mutating func add(_ row: [Cell], at boxes: Mark.Box...) { add(row, at: boxes) }

    mutating func add(_ row: [Cell], at boxes: [Mark.Box]) {
        if !boxes.isEmpty { places[rows.count] = boxes }
        rows.append(row)
    }

    enum Cell {
        /// A number in the report's unit, and how people read it.
        case number(Double?, String)
        case text(String)

        static func seconds(_ value: Double?) -> Cell { .number(value, Quantity.duration(value)) }
        /// Most bins of many sessions have nothing, which needs no unit.
        static func rate(_ value: Double) -> Cell { .number(value, value == 0 ? "0" : Quantity.rate(value)) }
        static func count(_ value: Int) -> Cell { .number(Double(value), Quantity.grouped(value)) }
        static func bytes(_ value: Int) -> Cell { .number(Double(value), Quantity.bytes(value)) }
        /// A time on the axis: the unit is in the heading.
        static func time(_ value: Double) -> Cell {
            // Sums of times have digits of no meaning.
            let rounded = value.magnitude < 1e6 ? (value * 1e9).rounded() / 1e9 : value
            return .number(rounded, Quantity.fixed(rounded, decimals: 4))
        }
    }

    /// - Parameter area: That of the plot, for the places of the rows.
    func write(to html: inout HTMLText, label: String, area: Area? = nil) {
        if !note.isEmpty { html.element("p", [.init("class", "muted")], note) }
        html.element("details") {
            $0.element("summary", [], "Values")
            let region: [HTMLText.Attribute] = [
                .init("class", "scroll"), .init("tabindex", "0"), .init("role", "region"),
                .init("aria-label", "Values: " + label),
            ]
            $0.element("div", region) {
                $0.element("table") {
                    $0.element("thead") {
                        $0.element("tr") { row in
                            for column in columns { row.element("th", [.init("scope", "col")], column) }
                        }
                    }
                    $0.element("tbody") { body in
                        for (index, row) in rows.enumerated() {
                            body.element("tr", attributes(ofRow: index, area)) { Self.write(row, to: &$0) }
                        }
                    }
                }
            }
        }
    }

    /// `data-mark`: points `x y` and boxes `left top right bottom`, with commas between them.
    private func attributes(ofRow index: Int, _ area: Area?) -> [HTMLText.Attribute] {
        guard let area, let boxes = places[index] else { return [] }
        let marks = boxes.map { box in
            let (first, last) = (Mark.Point(box.from.x, box.to.y), Mark.Point(box.to.x, box.from.y))
            return first == last ? area.place(first) : area.place(first) + " " + area.place(last)
        }
        return [.init("data-mark", marks.joined(separator: ","))]
    }

    private static func write(_ row: [Cell], to html: inout HTMLText) {
        for cell in row {
            switch cell {
            case .text(let text): html.element("td", [], text)
            case .number(nil, let text): html.element("td", [], text)
            case .number(let value?, let text): html.element("td", [.init("data-value", JSONValue.text(value))], text)
            }
        }
    }
}
