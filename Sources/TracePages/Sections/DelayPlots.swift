import TraceModel
import WireText

/// The plots of one session in two captures.
struct DelayPlots {
    private let session: CorrelationReport.Session
    private let series: DelaySeries
    private let times: CorrelationReport.Clock

    init(_ session: CorrelationReport.Session, _ series: DelaySeries, _ clock: CorrelationReport.Clock) {
        (self.session, self.series, times) = (session, series, clock)
    }

    var ends: String {
        "\(session.initiator.address) port \(session.initiator.port) → \(session.responder.address) port \(session.responder.port)"
    }

    private var lines: [(name: String, line: DelaySeries.Line)] {
        [("forward", series.forward), ("backward", series.backward)]
    }

    private var axis: Chart.Axis {
        let all = lines.flatMap { $0.line.delays.map(\.time) + $0.line.losses.map(\.time) }
        let scale = Scale(of: all)
        return .time(Scale(from: min(0, scale.first), to: scale.last), group: "capture")
    }

    /// What a point is, where it is not a packet.
    private var note: String {
        let isBinned = lines.contains { $0.line.delays.contains { $0.count > 1 } }
        return isBinned
            ? "Each point is the median of a span of time, with a line from the minimum to the maximum." : ""
    }

    /// From the minimum to the maximum of a bin.
    private static func place(_ bin: SeriesBin) -> Mark.Box {
        .init(x: bin.time...bin.time, y: min(bin.min, bin.max)...max(bin.min, bin.max))
    }

    /// Points at medians, and lines from the minimum to the maximum of each bin.
    private static func marks(_ bins: [SeriesBin], series: Int) -> [Mark] {
        let spans = bins.filter { $0.min < $0.max }.map {
            (from: Mark.Point($0.time, $0.min), to: Mark.Point($0.time, $0.max))
        }
        return [
            Mark(shape: .segments(spans), series: series, style: "faint"),
            Mark(shape: .points(bins.map { .init($0.time, $0.median) }), series: series),
        ]
    }

    /// The delays of both directions, and the losses above.
    var delays: Chart? {
        let bins = lines.flatMap(\.line.delays)
        guard !bins.isEmpty else { return nil }
        var table = ValueTable(
            columns: [
                "time (s)", "minimum (s)", "median (s)", "maximum (s)", "packets", "lost packets", "direction",
            ])
        table.note = note
        let scale = Scale(of: bins.flatMap { [$0.min, $0.max] }, startsAtZero: true).padded
        var marks: [Mark] = []
        for (index, entry) in lines.enumerated() {
            marks += Self.marks(entry.line.delays, series: index + 1)
            let top = scale.last - Double(index + 1) * (scale.last - scale.first) / 50
            for (style, isMany) in [("", false), ("large", true)] {
                let losses = entry.line.losses.filter { ($0.count > 1) == isMany }
                marks.append(
                    Mark(shape: .points(losses.map { .init($0.time, top) }), series: index + 3, style: style))
            }
            for bin in entry.line.delays {
                table.add(
                    [.time(bin.time)] + [bin.min, bin.median, bin.max].map { .seconds($0) }
                        + [.count(bin.count), .text("–"), .text(entry.name)], at: Self.place(bin))
            }
            for bin in entry.line.losses {
                table.add(
                    [.time(bin.time)] + ["–", "–", "–", "–"].map { .text($0) } + [
                        .count(bin.count), .text(entry.name),
                    ],
                    at: .init(Mark.Point(bin.time, top)))
            }
        }
        return Chart(
            kind: .delays, id: "session-\(session.id)-delays",
            caption: "One-way delays by the clock of A; losses are at the top, when they were sent",
            series: ["forward", "backward", "lost forward", "lost backward"], horizontal: axis,
            side: .axis(.init(label: "one-way delay (s)", scale: scale, format: { Quantity.duration($0) })),
            marks: marks.filter { !$0.isEmpty }, table: table)
    }

    /// What the clocks seem to differ by, and what they do: the line between both directions. The shortest delays of each direction
    /// are nearest to it.
    var clock: Chart? {
        guard let offset = times.offset else { return nil }
        let rate = (times.drift ?? 0) / 1e6
        func apart(_ line: DelaySeries.Line) -> [SeriesBin] {
            line.delays.map { bin in
                let (drift, sign) = (rate * bin.time, line.senderIsFirst ? 1.0 : -1)
                let ends = [drift + sign * bin.min, drift + sign * bin.max].sorted()
                return SeriesBin(
                    time: bin.time, count: bin.count, min: ends[0], median: drift + sign * bin.median, max: ends[1])
            }
        }
        let bins = lines.map { apart($0.line) }
        guard bins.contains(where: { !$0.isEmpty }) else { return nil }
        var table = ValueTable(
            columns: [
                "time (s)", "least difference beyond the offset (s)", "median (s)", "largest (s)", "packets",
                "direction",
            ])
        table.note = note
        for (entry, bins) in zip(lines, bins) {
            for bin in bins {
                table.add(
                    [.time(bin.time)] + [bin.min, bin.median, bin.max].map { .seconds($0) }
                        + [.count(bin.count), .text(entry.name)], at: Self.place(bin))
            }
        }
        let axis = axis
        let line = [axis.scale.first, axis.scale.last].map { Mark.Point($0, rate * $0) }
        let values = bins.joined().flatMap { [$0.min, $0.max] } + line.map(\.y)
        let marks =
            Self.marks(bins[0], series: 1) + Self.marks(bins[1], series: 2) + [Mark(shape: .line(line), series: 3)]
        return Chart(
            kind: .clock, id: "session-\(session.id)-clock",
            caption:
                "Times of B minus times of A, beyond the offset of \(Quantity.duration(offset)): the line is the clocks' own difference",
            series: ["forward", "backward", "clocks"], horizontal: axis,
            side: .axis(
                .init(label: "difference (s)", scale: Scale(of: values).padded, format: { Quantity.duration($0) })),
            marks: marks.filter { !$0.isEmpty }, table: table)
    }
}
