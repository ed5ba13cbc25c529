import WireText

/// What all plots have around their drawing: the figure with its caption, the legend, and the table of values.
struct ChartFrame {
    let kind: Chart.Kind
    let id: String
    let caption: String
    /// The names of the series: `data-series`.
    let series: [String]
    /// Classes of the drawing beside `chart`, each after a space.
    let style: String
    /// Pixels.
    let height: Int
    let table: ValueTable
    /// Where the rows of the table have places.
    var area: Area?
    /// The span of time that is drawn, where the script zooms.
    var span: [HTMLText.Attribute] = []
    /// Nothing for a plot that needs none.
    var legend: [Entry] = []
    /// What numbers in the drawing stand for, a line each.
    var names: [String] = []

    /// A line of the legend.
    struct Entry {
        /// The classes of its mark.
        let style: String
        let words: String
    }

    /// - Parameter drawing: Writes what is within the SVG.
    func write(to html: inout HTMLText, _ drawing: (inout HTMLText) -> Void) {
        let attributes: [HTMLText.Attribute] = [
            .init("class", "plot"), .init("id", id), .init("data-chart", kind.rawValue),
            // Names may have commas of their own.
            .init("data-series", series.map { $0.replacing(",", with: ";") }.joined(separator: ",")),
        ]
        html.element("figure", attributes) { figure in
            figure.element("figcaption", [], caption)
            let image: [HTMLText.Attribute] = [
                .init("class", "chart" + style), .init("role", "img"), .init("aria-label", caption),
                .init("height", height),
            ]
            figure.element("svg", image + span, drawing)
            write(legend, to: &figure)
            if !names.isEmpty {
                figure.element("ul", [.init("class", "legend")]) { list in
                    for name in names { list.element("li", [], name) }
                }
            }
            table.write(to: &figure, label: caption, area: area)
        }
    }

    private func write(_ legend: [Entry], to html: inout HTMLText) {
        guard !legend.isEmpty else { return }
        html.element("ul", [.init("class", "legend")]) { list in
            for entry in legend {
                list.element("li") {
                    $0.element("span", [.init("class", entry.style)], "")
                    $0.text(entry.words)
                }
            }
        }
    }
}
