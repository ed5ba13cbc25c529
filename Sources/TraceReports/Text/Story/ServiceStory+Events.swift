import ServiceDiscovery
import TraceModel
import WireText

extension ServiceStory {
    /// The events under the consecutive names of a holder.
    func eventLines(_ chain: [(name: String, timeline: [Service.Event])]) -> [String] {
        var all: [(event: Service.Event, name: String)] = []
        for (name, timeline) in chain {
            for event in timeline where showsAll || event.event != .query { all.append((event, name)) }
        }
        all = all.enumerated().sorted {
            ($0.element.event.time, $0.offset) < ($1.element.event.time, $1.offset)
        }.map(\.element)
        var rows: [Line] = []
        for (event, name) in all {
            if !showsAll, let last = rows.last, last.name == name, Self.isSame(last.first, event) {
                rows[rows.count - 1].last = event
                rows[rows.count - 1].count += 1
            } else {
                rows.append(Line(first: event, last: event, count: 1, name: name))
            }
        }
        let cells = fitted(
            rows.map { row in
                [
                    Self.time(row.first.time), "#\(row.first.frame)",
                    chain.count > 1 ? Self.shortened(SafeText.escaped(row.name), width: Self.nameWidth) : "",
                    SafeText.escaped(row.first.event.rawValue) + (row.count > 1 ? " ×\(row.count)" : ""),
                    showsAll ? row.first.source ?? "" : "",
                ]
            })
        let widths = Self.columnWidths(cells)
        return zip(rows, cells).flatMap { row, cells in
            var start = "  "
            for (column, cell) in cells.enumerated() where widths[column] > 0 {
                // Times and frames end under each other, as numbers do.
                let alignment: TextTable.Alignment = column < 2 ? .right : .left
                start += alignment.padded(cell, to: widths[column]) + "  "
            }
            return hanging(start, detail(row))
        }
    }

    /// The number of columns that the text after the others needs to be readable.
    private static let detailWidth = 24
    private static let nameWidth = 34
    private static let leastNameWidth = 14
    /// The indentation of a text that has its own line.
    private static let indentation = 8

    /// The cells with names, and failing that sources, as short as the width wants them.
    private func fitted(_ cells: [[String]]) -> [[String]] {
        let widths = Self.columnWidths(cells)
        let all = widths.reduce(2) { $0 + ($1 > 0 ? $1 + 2 : 0) }
        let nameWidth = max(Self.leastNameWidth, widths[2] - max(0, all - (width - Self.detailWidth)))
        let hasRoomForSources = all - max(0, widths[2] - nameWidth) <= width
        return cells.map { row in
            var row = row
            row[2] = Self.shortened(row[2], width: nameWidth)
            if !hasRoomForSources { row[4] = "" }
            return row
        }
    }

    private static func columnWidths(_ cells: [[String]]) -> [Int] {
        (0..<5).map { column in cells.map { SafeText.width($0[column]) }.max() ?? 0 }
    }

    /// A name without its middle: the number at its end is what distinguishes it from the next.
    static func shortened(_ name: String, width: Int) -> String {
        guard SafeText.width(name) > width else { return name }
        let end = String(name.suffix(6))
        return SafeText.cut(name, width: width - SafeText.width(end)) + end
    }

    /// A text after the start of its line, broken into aligned lines; on separate lines if there is no room.
    private func hanging(_ start: String, _ text: String) -> [String] {
        let hasRoom = SafeText.width(start) <= width - Self.detailWidth
        let margin = hasRoom ? SafeText.width(start) : Self.indentation
        let lines = paragraph(text, first: hasRoom ? start : nil, margin: margin)
        if hasRoom, !lines.isEmpty { return lines }
        var line = start
        while line.last == " " { line.removeLast() }
        return [line] + lines
    }

    private func detail(_ row: Line) -> String {
        // The reason is shown above.
        if row.first.event == .rename { return "" }
        let text = SafeText.escaped(row.first.detail ?? "")
        guard row.count > 1 else { return text }
        return (text.isEmpty ? "" : text + ", ") + "to \(Self.time(row.last.time))"
    }

    /// Whether an event is a repetition, to be shown once.
    private static func isSame(_ first: Service.Event, _ second: Service.Event) -> Bool {
        first.event == second.event && first.detail == second.detail
    }

    private struct Line {
        var first: Service.Event
        var last: Service.Event
        var count: Int
        let name: String
    }

    static func software(_ family: String) -> String {
        ResponderFamily(rawValue: family)?.softwareName ?? SafeText.escaped(family)
    }

    static func quoted(_ label: String) -> String { "“\(SafeText.escaped(label))”" }

    /// Seconds with three decimals, which is what responders keep to.
    static func time(_ seconds: Double) -> String { Quantity.fixed(seconds, decimals: 3) }
}
