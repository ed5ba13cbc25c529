/// Distributions below each other: a box from the lower to the upper quartile or percentile, a line at the median, and lines to the
/// extremes.
struct BoxChart {
    struct Row: Equatable {
        let name: String
        let least: Double
        let lower: Double
        let median: Double
        let upper: Double
        let most: Double
        /// The values themselves, where there are few.
        var points: [Double] = []

        /// The row of some values; nil for none.
        init?(_ name: String, _ values: [Double]) {
            let sorted = values.sorted()
            guard let first = sorted.first, let last = sorted.last else { return nil }
            func quantile(_ share: Double) -> Double {
                let place = share * Double(sorted.count - 1)
                let below = sorted[Int(place)]
                let above = sorted[min(sorted.count - 1, Int(place) + 1)]
                return below + (above - below) * (place - place.rounded(.down))
            }
            (self.name, least, most) = (name, first, last)
            (lower, median, upper) = (quantile(0.25), quantile(0.5), quantile(0.75))
            points = sorted.count <= 200 ? sorted : []
        }

        /// The row of what is known of many values.
        init(_ name: String, least: Double, lower: Double, median: Double, upper: Double, most: Double) {
            (self.name, self.least, self.lower) = (name, least, lower)
            (self.median, self.upper, self.most) = (median, upper, most)
        }
    }

    let rows: [Row]
    /// What the values are, with the unit in brackets.
    let label: String
    /// What the two ends of the boxes are: a quartile, a percentile.
    var ends = (lower: "lower quartile", upper: "upper quartile")
    let format: (Double) -> String

    func chart(_ kind: Chart.Kind, id: String, caption: String, scale: Scale? = nil) -> Chart {
        var table = ValueTable(columns: ["of", "minimum", ends.lower, "median", ends.upper, "maximum"])
        var (boxes, medians, whiskers, points):
            ([Mark.Box], [(Mark.Point, Mark.Point)], [(Mark.Point, Mark.Point)], [Mark.Point]) = ([], [], [], [])
        for (lane, row) in rows.enumerated() {
            let range = Chart.lane(lane)
            let middle = (range.lowerBound + range.upperBound) / 2
            boxes.append(.init(x: min(row.lower, row.upper)...max(row.lower, row.upper), y: range))
            medians.append((.init(row.median, range.lowerBound), .init(row.median, range.upperBound)))
            whiskers.append((.init(row.least, middle), .init(row.lower, middle)))
            whiskers.append((.init(row.upper, middle), .init(row.most, middle)))
            points += row.points.map { .init($0, middle) }
            let values = [row.least, row.lower, row.median, row.upper, row.most]
            table.add(
                [.text(row.name)] + values.map { .number($0, format($0)) },
                at: .init(x: row.least...max(row.least, row.most), y: range))
        }
        let all = rows.flatMap { [$0.least, $0.most] }
        return Chart(
            kind: kind, id: id, caption: caption, series: ["\(ends.lower) to \(ends.upper)", "median", "values"],
            horizontal: .init(label: label, scale: scale ?? Scale(of: all).padded, format: format),
            side: .lanes(rows.map(\.name)),
            marks: [
                Mark(shape: .segments(whiskers.map { (from: $0.0, to: $0.1) }), series: 1),
                Mark(shape: .bars(boxes), series: 1, style: "faint"),
                Mark(shape: .points(points), series: 3),
                Mark(shape: .segments(medians.map { (from: $0.0, to: $0.1) }), series: 2),
            ].filter { !$0.isEmpty }, table: table)
    }
}
