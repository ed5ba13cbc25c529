import TraceAnalysis

/// A comparison as comma-separated values (RFC 4180): one row for each cell and metric, a header before.
///
/// Columns are the factors of the comparison and then ``columns``. Figures have the unit that their row names, and are
/// empty where nothing was measured. Spreadsheets take what begins with `=`, `+`, `-` or `@` for a formula: text that does
/// so, which may come from a stranger's file name, gets an apostrophe before it. Numbers get none. Control characters are
/// escaped as in all other text (``SafeText``).
public enum ComparisonCSV {
    /// The columns behind those of the factors; no factor of one's own may be called like one of them.
    public static let columns = [
        "metric", "unit", "runs", "median", "intervalLow", "intervalHigh", "min", "max", "note",
    ]

    public static func render(_ comparison: RunComparison) -> [UInt8] {
        var lines = [row(comparison.by.map { text($0.rawValue) } + columns)]
        for cell in comparison.cells {
            let levels = comparison.by.map { level(cell.factors[$0.rawValue]) }
            for metric in ComparisonMetric.allCases {
                guard let summary = cell.metrics[metric.rawValue] else { continue }
                lines.append(
                    row(
                        levels + [
                            metric.rawValue, metric.unit.rawValue, String(summary.count), number(summary.median),
                            number(summary.interval?.low), number(summary.interval?.high), number(summary.min),
                            number(summary.max), text(summary.intervalNote ?? ""),
                        ]))
            }
        }
        return lines.flatMap { Array($0.utf8) }
    }

    /// - Parameter fields: Quoted where they have to be.
    private static func row(_ fields: [String]) -> String { fields.joined(separator: ",") + "\r\n" }

    private static func level(_ value: FactorValue?) -> String {
        switch value {
        case .number(let number): self.number(number)
        case .text(let text): self.text(text)
        case nil: ""
        }
    }

    /// As JSON has it, without an exponent and with a point.
    private static func number(_ value: Double?) -> String {
        guard let value else { return "" }
        var json = JSONText(pretty: false)
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func text(_ text: String) -> String {
        // Escaped first: a line break within a field is legal, but a file name that has one means no good.
        var field = SafeText.escaped(text)
        if let first = field.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) { field = "'" + field }
        guard field.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
