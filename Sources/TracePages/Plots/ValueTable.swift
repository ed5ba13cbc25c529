import WireText

/// The table behind a plot: what it shows in numbers.
struct ValueTable {
    /// The headings, with their units in brackets.
    let columns: [String]
    var rows: [[Cell]] = []
    /// What is not in it, in words; empty where all is.
    var note = ""

    enum Cell {
        /// A number in the report's unit, and how people read it.
        case number(Double?, String)
        case text(String)

        static func seconds(_ value: Double?) -> Cell { .number(value, Quantity.duration(value)) }
        static func rate(_ value: Double) -> Cell { .number(value, Quantity.rate(value)) }
        static func count(_ value: Int) -> Cell { .number(Double(value), Quantity.grouped(value)) }
        static func bytes(_ value: Int) -> Cell { .number(Double(value), Quantity.bytes(value)) }
        /// A time on the axis: the unit is in the heading.
        static func time(_ value: Double) -> Cell {
            // Sums of times have digits of no meaning.
            let rounded = value.magnitude < 1e6 ? (value * 1e9).rounded() / 1e9 : value
            return .number(rounded, Quantity.fixed(rounded, decimals: 4))
        }
    }

    func write(to html: inout HTMLText, label: String) {
        html.element("details") {
            $0.element("summary", [], "Values")
            if !note.isEmpty { $0.element("p", [.init("class", "muted")], note) }
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
                        for row in rows { body.element("tr") { Self.write(row, to: &$0) } }
                    }
                }
            }
        }
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
