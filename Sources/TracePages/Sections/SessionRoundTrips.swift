import TraceModel
import WireText

/// The round trips of a session over time. ``RoundTripDistribution`` shows how they are distributed.
struct SessionRoundTrips {
    private let section: SessionSection
    let samples: RoundTripKinds

    init(_ section: SessionSection) {
        self.section = section
        samples = RoundTripKinds(section.details?.roundTrips ?? [])
    }

    var overTime: Chart? {
        guard !samples.all.isEmpty else { return nil }
        let limit = max(section.page.leastRows, section.page.rowsPerSession)
        let shown = Self.thinned(samples.all, limit)
        var table = ValueTable(columns: ["time (s)", "round trip (s)", "kind"])
        for sample in shown {
            table.add(
                [.time(sample.time), .seconds(sample.value), .text(samples.kind(sample))],
                at: .init(Mark.Point(sample.time, sample.value)))
        }
        if shown.count < samples.all.count {
            table.note =
                "\(Quantity.grouped(shown.count)) of \(Quantity.grouped(samples.all.count)) round trips: the shortest, the median and the longest of each span."
        }
        // Those of messages, which say most, are drawn above the others.
        var marks = [RoundTripKinds.Series.forward, .backward, .handshake, .delayed, .application].map { series in
            Mark(
                shape: .points(shown.filter { samples.series($0) == series }.map { .init($0.time, $0.value) }),
                series: series.rawValue)
        }
        let axis = samples.axis
        let unanswered = section.details?.unanswered ?? []
        marks.append(Mark(shape: .points(unanswered.map { .init($0, axis.scale.last) }), series: 6, style: "large"))
        for time in unanswered {
            table.add(
                [.time(time), .text("none"), .text("no answer")],
                at: .init(Mark.Point(time, axis.scale.last)))
        }
        let levels = levels
        for level in levels { marks += lines(level, from: section.session.start, to: section.time.scale.last) }
        return Chart(
            kind: .roundTrips, id: section.id("round-trips"),
            caption: "Round trips over time, with their median and 95th percentile" + samples.zeros("lower"),
            series: RoundTripKinds.Series.allCases.map(\.name) + [
                "no answer (at the top)", "median", "95th percentile",
            ],
            horizontal: section.time, side: .axis(axis), marks: marks.filter { !$0.isEmpty }, table: table,
            notes: levels.map(\.words))
    }

    // MARK: - Median and 95th percentile

    /// The figures of round trips that are shown as lines.
    private struct Level {
        /// `→`, where both directions have figures of their own.
        let arrow: String
        let figures: Distribution

        var words: String {
            let values = [("median", figures.median), ("p95", figures.p95)].compactMap { name, value in
                value.map { "\(name) \(Quantity.duration($0))" }
            }
            return (arrow.isEmpty ? "" : arrow + " ") + values.joined(separator: ", ")
        }
    }

    /// Of messages, else of the acknowledgments of each direction, which have nothing to do with each other: one of them is the
    /// way to the capturing host itself.
    private var levels: [Level] {
        let session = section.session
        if session.applicationRTT.count > 0 { return [Level(arrow: "", figures: session.applicationRTT)] }
        let both = [("→", session.forward.transportRTT), ("←", session.backward.transportRTT)].filter { $0.1.count > 0 }
        guard both.count > 1 else {
            let figures = both.first?.1 ?? session.transportRTT
            return figures.count > 0 ? [Level(arrow: "", figures: figures)] : []
        }
        return both.map { Level(arrow: $0, figures: $1) }
    }

    private func lines(_ level: Level, from start: Double, to end: Double) -> [Mark] {
        let values = [(level.figures.median, 7, "dashed"), (level.figures.p95, 8, "dotted")]
        return values.compactMap { value, series, style in
            value.map { Mark(shape: .line([.init(start, $0), .init(end, $0)]), series: series, style: style) }
        }
    }

    // MARK: - Thinning

    /// Of many samples the shortest, the median and the longest of each span, so that none that stands out is lost and the usual
    /// one is seen.
    static func thinned(_ samples: [RoundTrip], _ limit: Int) -> [RoundTrip] {
        guard samples.count > limit else { return samples }
        let size = (3 * samples.count + limit - 1) / limit
        return stride(from: 0, to: samples.count, by: size).flatMap { start -> [RoundTrip] in
            let order = (start..<min(start + size, samples.count)).sorted {
                (samples[$0].value, $0) < (samples[$1].value, $1)
            }
            let chosen = [order[0], order[(order.count - 1) / 2], order[order.count - 1]]
            return Set(chosen).sorted().map { samples[$0] }
        }
    }
}
