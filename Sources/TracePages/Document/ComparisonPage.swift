import RunComparison
import TraceModel
import TraceReports
import WireText

/// A page of HTML with a comparison of runs: for each figure the cells below each other, with all their runs.
package enum ComparisonPage {
    /// Cells in each plot, runs and captures in the tables.
    private static let (cellLimit, rowLimit) = (40, 500)

    package static func render(_ comparison: ComparisonReport, command: String) throws -> [UInt8] {
        let lists = [
            // Figures on the page are those of cells.
            CutList<ComparisonReport>("cells", \.cells, share: 0.5, least: cellLimit),
            CutList("runs", \.runs, share: 0.4), CutList("captures", \.captures), CutList("tests", \.tests),
        ]
        let json = try FittedData(comparison, lists: lists).json
        let metrics = ComparisonMetric.allCases.filter { metric in
            comparison.cells.contains { $0.metrics[metric.rawValue]?.median != nil }
        }
        return Shell(title: "Comparison of \(Quantity.count(comparison.runs.count, "run"))", json: json).render {
            $0.section("summary", "Summary") { summary(comparison, metrics, to: &$0) }
            $0.section("comparison", "Comparison") { section in
                for metric in metrics { write(metric, comparison, to: &section) }
                section.leftOut("cells", comparison.cells.count - cellLimit)
                runs(comparison, metrics, to: &section)
            }
            $0.section("capture", "Capture") { capture(comparison, command, to: &$0) }
        } contents: {
            [.init("summary", "Summary"), .init("comparison", "Comparison"), .init("capture", "Capture")]
        }
    }

    // MARK: - Summary

    private static func summary(
        _ comparison: ComparisonReport, _ metrics: [ComparisonMetric], to html: inout HTMLText
    ) {
        let factors = comparison.by.map(\.rawValue).joined(separator: ", ")
        html.element(
            "p", [.init("class", "lead")],
            "\(Quantity.count(comparison.runs.count, "run")) in \(Quantity.count(comparison.captures.count, "capture")), compared by \(factors)."
        )
        html.figures([
            Figure("runs", Quantity.grouped(comparison.runs.count)),
            Figure("cells", Quantity.grouped(comparison.cells.count)),
            Figure(
                "confidence", Quantity.share(comparison.method.confidenceLevel), path: "/method/confidenceLevel",
                value: JSONValue.text(comparison.method.confidenceLevel)),
            Figure(
                "significance", Quantity.digits(comparison.method.significanceLevel), path: "/method/significanceLevel",
                value: JSONValue.text(comparison.method.significanceLevel)),
            Figure(
                "resamples", Quantity.grouped(comparison.method.resamples), path: "/method/resamples",
                value: String(comparison.method.resamples)),
        ])
        for note in comparison.notes { html.element("p", [.init("class", "muted")], note) }
    }

    // MARK: - A figure

    private static func write(
        _ metric: ComparisonMetric, _ comparison: ComparisonReport, to html: inout HTMLText
    ) {
        let name = metric.rawValue
        let values = Dictionary(
            comparison.runs.map { ($0.id, $0.metrics[name]) }, uniquingKeysWith: { first, _ in first })
        let rows = comparison.cells.prefix(cellLimit).compactMap { cell in
            BoxChart.Row(words(cell, comparison), cell.runs.compactMap { values[$0] ?? nil })
        }
        guard !rows.isEmpty else { return }
        html.element("h3", [], metric.title)
        let boxes = BoxChart(
            rows: rows, label: "\(metric.heading) (\(unit(metric)))", areDelays: metric.unit == .seconds,
            format: { metric.unit.text($0) })
        boxes.chart(.boxes, id: "boxes-\(name)", caption: "\(metric.title), a point for each run").write(to: &html)
        html.figures(
            comparison.cells.enumerated().prefix(cellLimit).compactMap { place, cell in
                guard let summary = cell.metrics[name], let median = summary.median else { return nil }
                let interval =
                    summary.interval.map { ", \(metric.unit.text($0.low)) … \(metric.unit.text($0.high))" } ?? ""
                return Figure(
                    words(cell, comparison), metric.unit.text(median) + interval,
                    path: "/cells/\(place)/metrics/\(pointer(name))/median", value: JSONValue.text(median))
            })
        for test in comparison.tests where test.metric.rawValue == name {
            html.element("p", [], words(test))
        }
    }

    private static func unit(_ metric: ComparisonMetric) -> String {
        switch metric.unit {
        case .seconds: "s"
        case .bitsPerSecond: "bit/s"
        case .bytes: "B"
        case .partsPerMillion: "ppm"
        case .ratio: "%"
        case .count: "count"
        }
    }

    private static func pointer(_ key: String) -> String {
        key.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func words(_ cell: ComparisonReport.Cell, _ comparison: ComparisonReport) -> String {
        comparison.by.map { cell.factors[$0.rawValue].map { "\($0)" } ?? "–" }.joined(separator: ", ")
    }

    private static func words(_ test: ComparisonReport.FactorTest) -> String {
        let probability = test.kruskalWallis.map { ", p = \(Quantity.digits($0.p))" } ?? ""
        return "\(test.factor.rawValue): \(test.outcome.rawValue.replacing("-", with: " "))\(probability)"
    }

    // MARK: - Runs and captures

    private static func runs(
        _ comparison: ComparisonReport, _ metrics: [ComparisonMetric], to html: inout HTMLText
    ) {
        let shown = metrics.filter(\.isCommon)
        html.element("h3", [], "All runs")
        let table = EntryTable(
            columns: ["run"] + comparison.by.map(\.rawValue) + shown.map(\.heading) + ["captures"], label: "All runs")
        table.write(to: &html) { body in
            for run in comparison.runs.prefix(rowLimit) {
                body.element("tr") { row in
                    row.cell(run.id, String(run.id))
                    for factor in comparison.by { row.cell(run.factors[factor.rawValue].map { "\($0)" } ?? "–") }
                    for metric in shown {
                        let value = run.metrics[metric.rawValue]
                        row.cell(value, value.map { metric.unit.text($0) } ?? "–")
                    }
                    row.cell(run.views.map { CaptureNames.fileName($0.file) }.joined(separator: ", "))
                }
            }
        }
        html.leftOut("runs", comparison.runs.count - rowLimit)
    }

    private static func capture(_ comparison: ComparisonReport, _ command: String, to html: inout HTMLText) {
        let table = EntryTable(columns: ["capture", "runs", "error"], label: "All captures")
        table.write(to: &html) { body in
            for capture in comparison.captures.prefix(rowLimit) {
                body.element("tr") { row in
                    row.cell(capture.path)
                    row.cell(capture.runs, Quantity.grouped(capture.runs))
                    row.cell(capture.error ?? "–")
                }
            }
        }
        html.leftOut("captures", comparison.captures.count - rowLimit)
        html.element("p", [], "Made by nearscope \(comparison.generator.version) with:")
        html.element("p", [.init("class", "command")]) { $0.element("code", [], command) }
    }
}
