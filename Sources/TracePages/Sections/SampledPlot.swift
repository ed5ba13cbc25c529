import TraceModel
import TraceReports
import WireText

/// Samples of nodes or pairs over time; where there are too few for that, as boxes.
struct SampledPlot {
    struct Row {
        let name: String
        let samples: Distribution
        let series: [SeriesBin]
    }

    let kind: Chart.Kind
    let id: String
    /// Of the boxes; what series over time add to it follows.
    let caption: String
    /// What rows are, `node`.
    let subject: String
    /// What the samples are, without the unit.
    let measure: String
    let unit: String
    /// What puts the rows that are chosen before the others, `with most frames`.
    let order: String
    /// Boxes that there is room for.
    let boxes: Int
    let format: (Double) -> String
    let scale: ([Double]) -> Scale

    /// - Parameter chosen: The rows that may be series, the most important ones first.
    func chart(_ rows: [Row], chosen: [Int], _ page: PageContext) -> Chart? {
        let known = rows.filter { $0.samples.count > 0 }
        guard !known.isEmpty else { return nil }
        var omissions = Omissions()
        let limit = page.room(SeriesChart.maximumSeries)
        let series = chosen.prefix(limit).map { rows[$0] }
        guard series.contains(where: { $0.series.count > 1 }) else {
            let boxes = omissions.first(boxes, of: known, subject + "s").compactMap(Self.box)
            var chart = BoxChart(
                rows: boxes, label: "\(measure) (\(unit))", ends: ("minimum", "95th percentile"),
                areDelays: unit == "s", format: format
            ).chart(kind, id: id, caption: caption)
            chart.table.note = omissions.note
            return chart
        }
        _ = omissions.first(limit, of: known, subject + "s", order)
        let values = series.flatMap(\.series).flatMap { [$0.min, $0.max] }
        return SeriesChart(
            series: series.map { .init(name: $0.name, bins: $0.series) }, subject: subject, measure: measure,
            unit: unit,
            scale: scale(values), format: format
        ).chart(
            kind, id: id, caption: "\(caption), over time: lines are medians, bands go from the minimum to the maximum",
            time: .time(page.wholeTime, group: page.captureGroup), note: omissions.note)
    }

    private static func box(_ row: Row) -> BoxChart.Row? {
        let values = row.samples
        guard let least = values.min, let median = values.median, let upper = values.p95, let most = values.max else {
            return nil
        }
        return .init(row.name, least: least, lower: least, median: median, upper: upper, most: most)
    }

    /// How strong the nodes of a protocol were received.
    static func signal(id: String, caption: String) -> SampledPlot {
        SampledPlot(
            kind: .signal, id: id, caption: caption, subject: "node", measure: "signal", unit: "dBm",
            order: "with most frames", boxes: 16, format: { Quantity.digits($0) + " dBm" },
            scale: { values in
                let (least, most) = (values.min() ?? 0, values.max() ?? 0)
                // Equal values stand in the middle, and a few dBm do not look like much.
                return most - least < 10
                    ? Scale(from: (least + most) / 2 - 6, to: (least + most) / 2 + 6) : Scale(of: values).padded
            })
    }

    /// How far the clocks of pairs are apart.
    static func syncError(id: String, caption: String) -> SampledPlot {
        SampledPlot(
            kind: .syncError, id: id, caption: caption, subject: "pair", measure: "difference of clocks", unit: "s",
            order: "whose clocks are furthest apart", boxes: 30, format: { Quantity.duration($0) },
            scale: { Scale(of: $0, startsAtZero: true).padded })
    }
}
