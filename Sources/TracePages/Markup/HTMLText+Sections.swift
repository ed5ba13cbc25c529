import WireText

extension HTMLText {
    /// - Parameter heading: Below the one of what the section is in.
    mutating func section(
        _ id: String, _ title: String, heading: StaticString = "h2", _ content: (inout HTMLText) throws -> Void
    ) rethrows {
        try element("section", [.init("id", id), .init("aria-labelledby", "title-" + id)]) {
            $0.element(heading, [.init("id", "title-" + id)], title)
            try content(&$0)
        }
    }

    /// A list of figures with their names.
    mutating func figures(_ figures: [Figure]) {
        element("dl", [.init("class", "figures")]) { list in
            for figure in figures {
                list.element("div", figure.width.attributes) {
                    $0.element("dt", [], figure.name)
                    $0.element("dd", figure.attributes) { $0.breakable(figure.text) }
                }
            }
        }
    }

    /// A text that may go on in the next line after each slash, as those of paths do.
    mutating func breakable(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isLast = index + 1 == parts.count
            self.text(isLast ? String(part) : part + "/")
            // Not between the slash of a root and its first folder.
            if !isLast, !part.isEmpty { append("<wbr>") }
        }
    }

    /// Says how many entries of a list are not on the page.
    mutating func leftOut(_ key: String, _ count: Int) {
        guard count > 0 else { return }
        let attributes: [Attribute] = [
            .init("class", "muted"), .init("data-left-out", key), .init("data-value", count),
        ]
        element(
            "p", attributes, "\(Quantity.grouped(count)) more are left out; nearscope FILE --format json has them all.")
    }
}

/// A number with its name, and where it is in the report.
struct Figure {
    let name: String
    let text: String
    let attributes: [HTMLText.Attribute]
    let width: Width

    /// How much room it has beside others.
    enum Width {
        case usual, wide
        /// A line of its own.
        case whole

        var attributes: [HTMLText.Attribute] {
            switch self {
            case .usual: []
            case .wide: [.init("class", "wide")]
            case .whole: [.init("class", "whole")]
            }
        }
    }

    init(_ name: String, _ text: String, path: String? = nil, value: String? = nil, width: Width = .usual) {
        (self.name, self.text, self.width) = (name, text, width)
        attributes =
            path.flatMap { path in
                value.map { [HTMLText.Attribute("data-path", path), HTMLText.Attribute("data-value", $0)] }
            } ?? []
    }

    static func count(_ name: String, _ value: Int, _ path: String) -> Figure {
        Figure(name, Quantity.grouped(value), path: path, value: String(value))
    }

    static func bytes(_ name: String, _ value: Int, _ path: String) -> Figure {
        Figure(name, Quantity.bytes(value), path: path, value: String(value))
    }

    /// Nothing for what is not known.
    static func seconds(_ name: String, _ value: Double?, _ path: String) -> [Figure] {
        value.map { [Figure(name, Quantity.duration($0), path: path, value: JSONValue.text($0))] } ?? []
    }
}

/// A table that the script lets people sort.
struct EntryTable {
    let columns: [String]
    let label: String

    func write(to html: inout HTMLText, _ rows: (inout HTMLText) -> Void) {
        let region: [HTMLText.Attribute] = [
            .init("class", "scroll"), .init("tabindex", "0"), .init("role", "region"), .init("aria-label", label),
        ]
        html.element("div", region) {
            $0.element("table", [.init("class", "sortable")]) {
                $0.element("thead") {
                    $0.element("tr") { row in
                        for column in columns { row.element("th", [.init("scope", "col")], column) }
                    }
                }
                $0.element("tbody") { rows(&$0) }
            }
        }
    }
}

extension HTMLText {
    /// A cell with a link to a place on the page.
    mutating func cell(_ text: String, to id: String) {
        element("td") { $0.element("a", [.init("href", "#" + id)]) { $0.breakable(text) } }
    }

    /// A cell of a number that the script sorts by.
    mutating func cell(_ value: Double?, _ text: String) {
        // What has a value is set as a number by the style.
        element("td", [value.map { .init("data-value", JSONValue.text($0)) } ?? .init("class", "number")], text)
    }

    mutating func cell(_ value: Int, _ text: String) { cell(Double(value), text) }
    mutating func cell(_ text: String) { element("td", [], text) }
}
