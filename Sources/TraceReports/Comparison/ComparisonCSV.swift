import RunComparison
import TraceModel
import WireText

/// A comparison as comma-separated values (``CSVText``): one row for each cell and metric, a header before.
///
/// Columns are the factors of the comparison and then ``columns``. Values have the unit that their row names, and are
/// empty if nothing was measured. Texts, which may come from a stranger's file name, are not formulas for spreadsheets.
public enum ComparisonCSV {
    /// The columns after those of the factors; no custom factor may have the name of one of them.
    public static let columns = [
        "metric", "unit", "runs", "median", "intervalLow", "intervalHigh", "min", "max", "note",
    ]

    public static func render(_ comparison: ComparisonReport) -> [UInt8] {
        var text = CSVText()
        text.add((comparison.by.map(\.rawValue) + columns).map { .text($0) })
        for cell in comparison.cells {
            let levels = comparison.by.map { level(cell.factors[$0.rawValue]) }
            for metric in ComparisonMetric.allCases {
                guard let summary = cell.metrics[metric.rawValue] else { continue }
                text.add(
                    levels + [
                        .text(metric.rawValue), .text(metric.unit.rawValue), .integer(summary.count),
                        .number(summary.median), .number(summary.interval?.low), .number(summary.interval?.high),
                        .number(summary.min), .number(summary.max), .text(summary.intervalNote),
                    ])
            }
        }
        return text.bytes
    }

    private static func level(_ value: FactorValue?) -> CSVText.Field {
        switch value {
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case nil: .text(nil)
        }
    }
}
