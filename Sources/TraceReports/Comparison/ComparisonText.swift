import RunComparison
import TraceModel
import WireText

/// A comparison for people: for each figure a table of the cells, and below it in words what the factors do.
public struct ComparisonText: TextView {
    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// Lines of text, with nothing from captures, file names or manifests that could steer a terminal.
    public func render(_ comparison: ComparisonReport) -> String {
        var lines = paragraph(Self.census(comparison), margin: 0)
        for metric in ComparisonMetric.allCases where showsAll || metric.isCommon {
            let section = self.lines(metric, comparison)
            if !section.isEmpty { lines += [""] + section }
        }
        if showsAll, !comparison.runs.isEmpty { lines += [""] + runLines(comparison) }
        let remarks = Self.remarks(comparison)
        if !remarks.isEmpty { lines.append("") }
        for remark in remarks { lines += paragraph(SafeText.escaped(remark), margin: 0, emphasis: style.dim) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func census(_ comparison: ComparisonReport) -> String {
        let captures = comparison.captures.count
        let factors = comparison.by.map { SafeText.escaped($0.rawValue) }.joined(separator: ", ")
        let source = captures > 0 ? " in " + Quantity.count(captures, "capture") : ""
        return Quantity.count(comparison.runs.count, "run") + source + ", by " + factors
    }

    // MARK: - A figure

    private func lines(_ metric: ComparisonMetric, _ comparison: ComparisonReport) -> [String] {
        let name = metric.rawValue
        let measured = comparison.cells.filter { $0.metrics[name]?.median != nil }
        guard !measured.isEmpty else { return [] }
        var columns = comparison.by.map {
            TextTable.Column(SafeText.escaped($0.rawValue), limit: 32, minimum: 6)
        }
        columns += [
            .init("runs", .right), .init("median", .right), .init("95 % interval", .right, dispensable: 1),
            .init("min", .right, dispensable: 3), .init("max", .right, dispensable: 2),
        ]
        var table = TextTable(columns)
        // Columns without content are left out.
        let summaries = measured.compactMap { $0.metrics[name] }
        let hasIntervals = summaries.contains { $0.interval != nil }
        let hasSpread = summaries.contains { $0.count > 1 }
        for cell in measured {
            guard let summary = cell.metrics[name], let median = summary.median else { continue }
            let interval = summary.interval.map { interval in
                let mark = summary.intervalNote == nil ? "" : "*"
                return metric.unit.text(interval.low) + " … " + metric.unit.text(interval.high) + mark
            }
            table.add(
                comparison.by.map { Self.text($0, cell.factors[$0.rawValue]) } + [
                    "\(summary.count)", metric.unit.text(median), interval ?? (hasIntervals ? "–" : ""),
                    hasSpread ? metric.unit.text(summary.min ?? median) : "",
                    hasSpread ? metric.unit.text(summary.max ?? median) : "",
                ])
        }
        var lines =
            paragraph(metric.title, margin: 0, emphasis: style.heading) + table.lines(width: width, style: style)
        let others = comparison.cells.count - measured.count
        if others > 0 { lines.append(style.dim("  not measured in \(Quantity.count(others, "other cell"))")) }
        for test in comparison.tests where test.metric == metric {
            for sentence in ComparisonWords.sentences(test) { lines += paragraph(sentence) }
        }
        return lines
    }

    // MARK: - Runs

    private func runLines(_ comparison: ComparisonReport) -> [String] {
        let metrics = ComparisonMetric.allCases.filter { metric in comparison.runs.contains { $0[metric] != nil } }
        let columns: [TextTable.Column] =
            [.init("#", .right), .init("file", limit: 40, minimum: 10), .init("session", .right, dispensable: 9)]
            + metrics.enumerated().map { .init($1.heading, .right, dispensable: min(8, $0)) }
        var table = TextTable(columns + [.init("label", limit: 24, minimum: 6, dispensable: 10)])
        for run in comparison.runs {
            table.add(
                [
                    "\(run.id)", run[.file].map { Self.text(.file, $0) } ?? "",
                    run.views.first.map { "\($0.session)" } ?? "",
                ]
                    + metrics.map { metric in run[metric].map { metric.unit.text($0) } ?? "–" }
                    + [run.label.map(SafeText.escaped) ?? ""])
        }
        return [style.heading("Runs")] + table.lines(width: width, style: style)
    }

    // MARK: - Words

    /// The limits of the values above: the confidence of the intervals, and what could not be read or is not known.
    private static func remarks(_ comparison: ComparisonReport) -> [String] {
        var remarks: [String] = []
        let summaries = comparison.cells.flatMap { $0.metrics.entries.compactMap(\.value) }
        if let narrow = summaries.filter({ $0.interval != nil && $0.intervalNote != nil }).min(by: {
            $0.count < $1.count
        }),
            let note = narrow.intervalNote
        {
            remarks.append("* too narrow: \(note).")
        }
        if let none = summaries.first(where: { $0.interval == nil && $0.intervalNote != nil })?.intervalNote {
            remarks.append("– \(none).")
        }
        if comparison.tests.contains(where: { $0.kruskalWallis != nil }) {
            remarks.append(
                "Each run counts once. Probabilities are adjusted for the pairs of a factor, not for the number of "
                    + "metrics.")
        }
        for capture in comparison.captures {
            if let error = capture.error { remarks.append("\(capture.path): \(error)") }
        }
        return remarks + comparison.notes.map { $0.hasSuffix(".") ? $0 : $0 + "." }
    }

    /// A level with its unit, escaped.
    static func text(_ factor: ComparisonFactor, _ level: FactorValue?) -> String {
        guard let level else { return "–" }
        switch (factor, level) {
        case (.distance, .number(let meters)): return Quantity.number(meters) + " m"
        case (.packetSize, .number(let bytes)): return Quantity.number(bytes) + " B"
        case (_, .number(let number)): return Quantity.number(number)
        case (_, .text(let text)):
            // One character may have any number of scalars.
            let start = String(text.unicodeScalars.prefix(maximumScalars))
            return SafeText.cut(SafeText.escaped(start), width: maximumScalars)
        }
    }

    /// The rest of a level's name is not read.
    private static let maximumScalars = 64
}

extension Quantity {
    /// All its digits, those of whole numbers in groups.
    static func number(_ value: Double) -> String { Int(exactly: value).map(grouped) ?? value.description }
}
