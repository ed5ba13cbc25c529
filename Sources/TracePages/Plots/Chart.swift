import WireText

/// A figure: a plot in SVG, its legend, and the table behind it.
struct Chart {
    /// What it shows: `data-chart`.
    enum Kind: String, CaseIterable {
        case timeline, traffic, peers, services
        case phases, throughput
        case roundTrips = "round-trips"
        case distribution, sequence, messages, relays
        case slots, masters, overlap, signal
        case syncError = "sync-error"
        case nan, delays, clock, boxes, window
    }

    /// The axis below or beside a plot.
    struct Axis {
        /// With the unit in brackets.
        let label: String
        let scale: Scale
        let format: (Double) -> String
        /// All plots of a group show the same span of time, and are zoomed together; nil for other axes than time.
        var group: String?

        /// Marks on it.
        fileprivate static let tickCount = 5

        static func time(_ scale: Scale, group: String) -> Axis {
            let ticks = TimeTicks(from: scale.first, to: scale.last, count: tickCount)
            return Axis(
                label: "time since the first packet (s)", scale: scale, format: { ticks.text($0) }, group: group)
        }

        /// The values that have marks.
        fileprivate var ticks: [Double] {
            group == nil
                ? scale.ticks(Self.tickCount)
                : TimeTicks(from: scale.first, to: scale.last, count: Self.tickCount).times
        }
    }

    /// A text among the marks, which stays at its place on the axis when the script zooms.
    struct Label {
        let x: Double
        let y: Double
        let text: String
        /// Whether it stands in the middle of its place, as a symbol does; else it is beside it.
        var isCentered = false
    }

    /// What stands at the left.
    enum Side {
        case axis(Axis)
        /// Rows with names; the first is at the top.
        case lanes([String])
    }

    let kind: Kind
    let id: String
    let caption: String
    /// The names of the series, in the order of their colors.
    let series: [String]
    let horizontal: Axis
    let side: Side
    var marks: [Mark]
    var table: ValueTable
    var labels: [Label] = []
    /// Values of lines that have a name, each in a line of its own above the frame: no data is there.
    var notes: [String] = []
    /// Rows whose name is below their marks.
    var namesBelow: Set<Int> = []
    /// Of an area with an axis at its side.
    var height = 160

    /// Pixels of a row: its name, and its marks below that.
    var laneHeight = 34
    private static let (margin, noteHeight, ticksBelow, labelBelow) = (10, 14, 16, 34)

    /// Pixels above the area. The first note is beside the name of the axis.
    private var top: Int { Self.margin + Self.noteHeight * max(0, notes.count - 1) }

    private var hasLanes: Bool {
        if case .lanes = side { return true }
        return false
    }

    private var areaHeight: Int {
        if case .lanes(let names) = side { return max(1, names.count) * laneHeight }
        return height
    }

    /// Where marks of a row stand: the rows are 1 apart, the first is between 0 and −1.
    static func lane(_ index: Int, from: Double = 0.1, to: Double = 0.52) -> ClosedRange<Double> {
        (-Double(index + 1) + from)...(-Double(index + 1) + to)
    }

    private var area: Area {
        switch side {
        case .axis(let axis): Area(horizontal: horizontal.scale, vertical: axis.scale, height: areaHeight)
        case .lanes(let names):
            Area(
                horizontal: horizontal.scale, vertical: Scale(from: -Double(max(1, names.count)), to: 0),
                height: areaHeight)
        }
    }

    func write(to html: inout HTMLText) {
        let isTime = horizontal.group != nil
        var frame = ChartFrame(
            kind: kind, id: id, caption: caption, series: used.map(\.name),
            style: (isTime ? " time" : "") + (hasLanes ? " wide" : ""),
            height: areaHeight + top + Self.labelBelow + 8, table: table, area: area)
        if let group = horizontal.group {
            frame.span = [
                .init("data-group", group), .init("data-from", JSONValue.text(horizontal.scale.first)),
                .init("data-to", JSONValue.text(horizontal.scale.last)),
            ]
        }
        // Of a single series the caption says what it is; which channel it is, it does not.
        if used.count > 1 || kind == .slots {
            frame.legend = used.map { .init(style: key(of: $0.number), words: $0.name) }
        }
        frame.write(to: &html) { svg in
            let bottom = top + areaHeight
            let ticks = horizontal.ticks
            svg.element("g", [.init("class", "grid")]) { grid in
                for tick in ticks {
                    grid.empty("line", Self.line(x: percent(tick), from: top, to: bottom), isSVG: true)
                }
            }
            svg.element("g", [.init("class", "ticks")]) { group in
                for tick in ticks {
                    let place: [HTMLText.Attribute] = [.init("x", percent(tick)), .init("y", bottom + Self.ticksBelow)]
                    group.element("text", place, horizontal.format(tick))
                }
            }
            label(&svg, "x", horizontal.label, x: "50%", y: bottom + Self.labelBelow)
            sideMarks(&svg)
            writeMarks(to: &svg)
            if case .lanes(let names) = side {
                LaneNames(names: names, top: top, laneHeight: laneHeight, below: namesBelow).write(to: &svg)
            }
            for label in labels { write(label, to: &svg) }
            for (line, note) in notes.enumerated() {
                let place: [HTMLText.Attribute] = [
                    .init("class", "end"), .init("x", "100%"), .init("y", Self.noteHeight * line),
                ]
                svg.element("text", place, note)
            }
        }
    }

    /// The marks, cut a little outside of the area at the sides, so that points at its edges are whole; nothing is above or below
    /// it but half of such a point.
    private func writeMarks(to html: inout HTMLText) {
        let inner: [HTMLText.Attribute] = [
            .init("class", "area"), .init("x", "0"), .init("y", top), .init("width", "100%"),
            .init("height", areaHeight), .init("viewBox", "0 0 1000 \(areaHeight)"),
            .init("preserveAspectRatio", "none"), .init("overflow", "visible"), .init("aria-label", "marks"),
        ]
        html.element("g", [.init("clip-path", "inset(-9px -5px) view-box")]) { group in
            group.element("svg", inner) { area in
                for mark in marks {
                    area.empty("path", [.init("class", mark.kind), .init("d", mark.path(self.area))], isSVG: true)
                }
            }
        }
    }

    /// The classes of a mark in the legend that looks like the marks of a series.
    private func key(of series: Int) -> String {
        let own = marks.filter { $0.series == series && !$0.isEmpty }
        guard let first = own.first, own.allSatisfy({ $0.isLike(first) }) else { return "key s\(series)" }
        switch first.shape {
        case .points: return "key points s\(series)"
        case .line where first.style == "dashed" || first.style == "dotted": return "key \(first.style) s\(series)"
        default: return "key s\(series)"
        }
    }

    private func write(_ label: Label, to html: inout HTMLText) {
        // Beside its place, where there is more room.
        let isLeft = horizontal.scale.position(label.x) > 0.7
        let style = label.isCentered ? "middle strong" : isLeft ? "end" : "start"
        var attributes: [HTMLText.Attribute] = [
            .init("class", style), .init("x", percent(label.x)),
            .init("y", top + Int(area.y(label.y).rounded()) + 4),
        ]
        if !label.isCentered { attributes.append(.init("dx", isLeft ? "-7" : "7")) }
        if horizontal.group != nil { attributes.append(.init("data-at", JSONValue.text(label.x))) }
        html.element("text", attributes, Self.shortened(label.text))
    }

    private func sideMarks(_ html: inout HTMLText) {
        switch side {
        case .axis(let axis):
            html.element("g", [.init("class", "ticks-y")]) { group in
                var last = ""
                for tick in axis.scale.ticks(4) {
                    let y = top + Int(area.y(tick).rounded())
                    let line: [HTMLText.Attribute] = [
                        .init("x1", "0"), .init("x2", "100%"), .init("y1", y), .init("y2", y),
                    ]
                    group.empty("line", line, isSVG: true)
                    // Of values that are too small for their unit, one says so.
                    let words = axis.format(tick)
                    if words != last { group.element("text", [.init("x", "-6"), .init("y", y + 4)], words) }
                    last = words
                }
            }
            label(&html, "y", axis.label, x: "-60", y: 0)
        case .lanes: break
        }
    }

    private func label(_ html: inout HTMLText, _ axis: StaticString, _ text: String, x: String, y: Int) {
        let attributes: [HTMLText.Attribute] = [
            .init("class", "label"), .init("data-axis", "\(axis)"), .init("x", x), .init("y", y),
        ]
        html.element("text", attributes, text)
    }

    /// The series that have marks; all, where none has.
    private var used: [(number: Int, name: String)] {
        let all = series.enumerated().map { (number: $0.offset + 1, name: $0.element) }
        let found = Set(marks.map(\.series))
        let used = all.filter { found.contains($0.number) }
        return used.isEmpty ? all : used
    }

    private func percent(_ value: Double) -> String { Area.text(horizontal.scale.position(value) * 100) + "%" }

    /// Names of rows have the width of a telephone at most.
    static func shortened(_ name: String, to limit: Int = maximumName) -> String {
        guard name.reduce(0, { $0 + width($1) }) > Double(limit) else { return name }
        var (shown, room) = ("", Double(limit - 1))
        for character in name {
            room -= width(character)
            if room < 0 { break }
            shown.append(character)
        }
        return shown + "…"
    }

    /// Lowercase letters of a row's name.
    static let maximumName = 44

    /// How many lowercase letters are as wide as a character, about: of a font that is not known here.
    private static func width(_ character: Character) -> Double {
        if character.isUppercase || "mw@%&#".contains(character) { return 1.35 }
        return Double(SafeText.width(String(character)))
    }

    private static func line(x: String, from: Int, to: Int) -> [HTMLText.Attribute] {
        [.init("x1", x), .init("x2", x), .init("y1", from), .init("y2", to)]
    }
}
