import RunComparison
import TraceModel
import WireText

extension ComparisonReport {
    /// The values of one metric in a cell.
    public struct CellMetric {
        fileprivate let cell: Cell
        fileprivate let metric: ComparisonMetric
        fileprivate let summary: Summary
    }

    /// All cells, each with its metrics.
    public var cellMetrics: [CellMetric] {
        cells.flatMap { cell in
            ComparisonMetric.allCases.compactMap { metric in
                cell.metrics[metric.rawValue].map { CellMetric(cell: cell, metric: metric, summary: $0) }
            }
        }
    }
}

extension RowTable where Row == ComparisonReport.CellMetric {
    /// The columns after those of the factors; no custom factor may have the name of one of them.
    public static var ownColumns: [String] { own.map(\.name) }

    /// One row for each cell and metric: the factors, then the metric's values in the unit that the row names, which are
    /// empty if nothing was measured.
    public static func cellMetrics(of comparison: ComparisonReport) -> RowTable {
        RowTable(
            comparison.by.map { factor in .init(factor.rawValue) { level($0.cell.factors[factor.rawValue]) } } + own)
    }

    private static var own: [Column] {
        [
            .init("metric") { .text($0.metric.rawValue) }, .init("unit") { .text($0.metric.unit.rawValue) },
            .init("runs") { .integer($0.summary.count) }, .init("median") { .number($0.summary.median) },
            .init("intervalLow") { .number($0.summary.interval?.low) },
            .init("intervalHigh") { .number($0.summary.interval?.high) }, .init("min") { .number($0.summary.min) },
            .init("max") { .number($0.summary.max) }, .init("note") { .text($0.summary.intervalNote) },
        ]
    }

    private static func level(_ value: FactorValue?) -> CSVText.Field {
        switch value {
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case nil: .text(nil)
        }
    }
}
