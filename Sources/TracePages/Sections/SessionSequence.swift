import TraceModel
import WireText

/// The bytes of a connection over time: what was sent, sent again or never captured, what was acknowledged, and the room that
/// there was.
struct SessionSequence {
    private let section: SessionSection

    init(_ section: SessionSection) { self.section = section }

    private static let kinds: [(kind: SequenceSeries.Kind, series: Int)] = [
        (.data, 1), (.retransmission, 2), (.outOfOrder, 4), (.hole, 7),
    ]

    var chart: Chart? {
        guard let series = section.details?.sequence else { return nil }
        let streams = [("forward", series.forward), ("backward", series.backward)].filter { !$0.1.marks.isEmpty }
        guard !streams.isEmpty else { return nil }
        var table = ValueTable(columns: ["time (s)", "first byte", "end", "frame", "what", "direction"])
        var marks: [Mark] = []
        // Two streams in one picture would hide each other: the one with more bytes is drawn, and both are in the table.
        let drawn = streams.max { Self.end($0.1) < Self.end($1.1) } ?? streams[0]
        for (kind, number) in Self.kinds {
            let segments = drawn.1.marks.filter { $0.kind == kind }.map { mark in
                (from: Mark.Point(mark.time, Double(mark.from)), to: Mark.Point(mark.time, Double(mark.to)))
            }
            marks.append(Mark(shape: .segments(segments), series: number))
        }
        // A segment that was sent again is a pixel high in a long stream.
        for (kind, number) in Self.kinds where kind != .data {
            let points = drawn.1.marks.filter { $0.kind == kind }.map {
                Mark.Point($0.time, Double($0.from + $0.to) / 2)
            }
            marks.append(Mark(shape: .points(points), series: number))
        }
        let scale = Self.scale(of: drawn.1)
        let window = Self.line(drawn.1.windowEdge, below: scale.last)
        marks.append(Mark(shape: .line(Self.line(drawn.1.acknowledgments, below: scale.last)), series: 3))
        marks.append(Mark(shape: .line(window), series: 6, style: "dashed"))
        let limit = max(section.page.leastRows, section.page.rowsPerSession / 2)
        let rows = streams.flatMap { name, stream in stream.marks.map { (name, $0) } }
        // What is not plain data says most.
        let told = rows.filter { $0.1.kind != .data } + rows.filter { $0.1.kind == .data }
        for (name, mark) in told.prefix(limit).sorted(by: { ($0.1.time, $0.1.frame) < ($1.1.time, $1.1.frame) }) {
            let row: [ValueTable.Cell] = [
                .time(mark.time), .number(Double(mark.from), Quantity.grouped(Int(mark.from))),
                .number(Double(mark.to), Quantity.grouped(Int(mark.to))), .count(mark.frame), .text(mark.kind.rawValue),
                .text(name),
            ]
            guard name == drawn.0 else {
                table.rows.append(row)
                continue
            }
            let bytes = Double(min(mark.from, mark.to))...Double(max(mark.from, mark.to))
            table.add(row, at: .init(x: mark.time...mark.time, y: bytes))
        }
        if series.isThinned || rows.count > limit {
            table.note =
                "Neighbors are united"
                + (rows.count > limit ? ", and \(Quantity.grouped(rows.count - limit)) marks have no row." : ".")
                + (series.leftOut > 0
                    ? " \(Quantity.grouped(series.leftOut)) retransmissions, late segments and holes have no mark."
                    : "")
        }
        // The room is often a thousand times as much as was ever sent.
        let isCut = drawn.1.windowEdge.contains { Double($0.offset) > scale.last }
        let room = window.isEmpty || isCut ? ", where it is not above the plot" : ""
        return Chart(
            kind: .sequence, id: section.id("sequence"),
            caption:
                "Bytes of the \(drawn.0) stream over time, with what was acknowledged and the room that the receiver had\(drawn.1.windowEdge.isEmpty ? "" : room)",
            series: ["data", "sent again", "acknowledged", "late", "", "window", "not captured"],
            horizontal: section.time,
            side: .axis(
                .init(
                    label: "stream (B)", scale: scale,
                    format: { Quantity.bytes(Int(exactly: $0.rounded()) ?? 0) })),
            marks: marks.filter { !$0.isEmpty }, table: table)
    }

    /// An axis for what was sent and acknowledged, and for the room where that is not much more.
    static func scale(of stream: SequenceSeries.Stream) -> Scale {
        let sent = stream.marks.flatMap { [Double($0.from), Double($0.to)] }
        let known = sent + stream.acknowledgments.map { Double($0.offset) }
        let least = min(known.min() ?? 0, 0)
        let limit = (known.max() ?? 1) + 0.5 * ((known.max() ?? 1) - least)
        let room = stream.windowEdge.map { Double($0.offset) }.filter { $0 <= limit }
        return Scale(of: known + room, startsAtZero: true).padded
    }

    /// A line of steps, broken where it is above the plot.
    static func line(_ steps: [SequenceSeries.Step], below limit: Double) -> [Mark.Point?] {
        var points: [Mark.Point?] = []
        var last: Double?
        for step in steps {
            let offset = Double(step.offset)
            if let last { points.append(last <= limit ? .init(step.time, last) : nil) }
            points.append(offset <= limit ? .init(step.time, offset) : nil)
            last = offset
        }
        return points.contains { $0 != nil } ? points : []
    }

    private static func end(_ stream: SequenceSeries.Stream) -> Int64 { stream.marks.map(\.to).max() ?? 0 }
}
