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
    /// Whether the values are times, which may differ so much that only a logarithmic axis shows all of them.
    var areDelays = false
    let format: (Double) -> String

    /// An axis for all values.
    private var scale: Scale {
        let all = rows.flatMap { [$0.least, $0.most] }
        // Quantities below 0, as differences, have no logarithm.
        return areDelays && all.allSatisfy { $0 >= 0 } ? .delays(all) : Scale(of: all).padded
    }

    func chart(_ kind: Chart.Kind, id: String, caption: String) -> Chart {
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
        let scale = scale
        let hasZeros = scale.kind == .logarithmic && rows.contains { $0.least <= 0 }
        return Chart(
            kind: kind, id: id, caption: caption + (hasZeros ? "; 0 s is at the left edge" : ""),
            series: ["\(ends.lower) to \(ends.upper)", "median", "values"],
            horizontal: .init(label: label, scale: scale, format: format),
            side: .lanes(rows.map(\.name)),
            marks: [
                Mark(shape: .segments(whiskers.map { (from: $0.0, to: $0.1) }), series: 1),
                Mark(shape: .bars(boxes), series: 1, style: "faint"),
                Mark(shape: .points(points), series: 3),
                Mark(shape: .segments(medians.map { (from: $0.0, to: $0.1) }), series: 2),
            ].filter { !$0.isEmpty }, table: table)
    }
}
