import TraceModel

/// Samples over time in bins: a band from the least to the most of each bin, and a line at their medians.
struct SeriesChart {
    struct Series {
        let name: String
        let bins: [SeriesBin]
    }

    /// As many have colors of their own.
    static let maximumSeries = 8

    let series: [Series]
    /// What the series are of, `node`.
    let subject: String
    /// What the samples are, without the unit.
    let measure: String
    let unit: String
    let scale: Scale
    let format: (Double) -> String

    func chart(_ kind: Chart.Kind, id: String, caption: String, time: Chart.Axis, note: String) -> Chart {
        var table = ValueTable(
            columns: ["time (s)", subject, "samples", "minimum (\(unit))", "median (\(unit))", "maximum (\(unit))"])
        table.note = note
        let spans = series.map { Self.spans(of: $0.bins, until: time.scale.last) }
        for (row, index) in rows {
            let entry = series[row].bins[index]
            table.add(
                [
                    .time(entry.time), .text(series[row].name), .count(entry.count),
                    .number(entry.min, format(entry.min)), .number(entry.median, format(entry.median)),
                    .number(entry.max, format(entry.max)),
                ], at: .init(x: spans[row][index], y: min(entry.min, entry.max)...max(entry.min, entry.max)))
        }
        // Bands lie below all lines, and many of them on each other.
        let style = series.count > 3 ? "band light" : "band"
        let bands = series.indices.map { place in
            Mark(shape: .bars(band(series[place].bins, spans[place])), series: place + 1, style: style)
        }
        let lines = series.indices.map { Mark(shape: .line(line(series[$0].bins, spans[$0])), series: $0 + 1) }
        return Chart(
            kind: kind, id: id, caption: caption, series: series.map(\.name), horizontal: time,
            side: .axis(.init(label: "\(measure) (\(unit))", scale: scale, format: format)),
            marks: (bands + lines).filter { !$0.isEmpty }, table: table, height: 200)
    }

    /// All bins in the order of time, by the places of their series and of them in it.
    private var rows: [(series: Int, bin: Int)] {
        let all = series.indices.flatMap { place in series[place].bins.indices.map { (series: place, bin: $0) } }
        func order(_ row: (series: Int, bin: Int)) -> (Double, Int) {
            (series[row.series].bins[row.bin].time, row.series)
        }
        return all.sorted { order($0) < order($1) }
    }

    /// The time that each bin stands for: until the next one, but where that is far away no longer than others do.
    static func spans(of bins: [SeriesBin], until end: Double) -> [ClosedRange<Double>] {
        let steps = zip(bins, bins.dropFirst()).map { $1.time - $0.time }
        let usual = steps.sorted().dropFirst(steps.count / 2).first ?? 0
        return bins.indices.map { index in
            let step = index < steps.count ? steps[index] : max(0, end - bins[index].time)
            return bins[index].time...bins[index].time + (step > 3 * usual ? usual : step)
        }
    }

    private func band(_ bins: [SeriesBin], _ spans: [ClosedRange<Double>]) -> [Mark.Box] {
        zip(bins, spans).filter { $0.0.min < $0.0.max }.map { .init(x: $1, y: $0.min...$0.max) }
    }

    /// Level for the time of a bin, and broken where nothing was heard.
    private func line(_ bins: [SeriesBin], _ spans: [ClosedRange<Double>]) -> [Mark.Point?] {
        var points: [Mark.Point?] = []
        var last: ClosedRange<Double>?
        for (bin, span) in zip(bins, spans) {
            if let last, last.upperBound < span.lowerBound { points.append(nil) }
            points.append(.init(span.lowerBound, bin.median))
            points.append(.init(span.upperBound, bin.median))
            last = span
        }
        return points
    }
}
