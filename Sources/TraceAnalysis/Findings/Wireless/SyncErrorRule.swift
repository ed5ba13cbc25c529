import TraceModel
import WireCoding

/// A node's clock is not where that of the node it follows is, so that the two are on the same channel at different times.
enum SyncErrorRule: FindingRule {
    /// Three time units of 1,024 µs: from there on OWL reports an error, and it keeps as much away from the ends of a slot.
    private static let limit = 0.003072
    /// Fewer samples may all be of one moment.
    private static let fewest = 8

    static func findings(in context: FindingContext) -> [Finding] {
        let findings = context.awdlPairs.compactMap { first, second, pair -> Finding? in
            guard pair.syncError.count >= fewest, let median = pair.syncError.median, median > limit else { return nil }
            return context.finding(
                "awdl-sync-error-high", .warning, about: .wireless, at: [max(first.first, second.first)],
                message: "\(context.label(of: first)) and \(context.label(of: second)) are "
                    + "\(milliseconds(median)) apart (median of \(pair.syncError.count)) while one follows the other; "
                    + "a slot is 65.5 ms long.",
                facts: [
                    "nodes": [first.address, second.address], "median": median, "samples": pair.syncError.count,
                    "limit": limit,
                ],
                remedy: "A node that drifts sends frames while the other is on another channel. If "
                    + "the radio provides no time of its own, compare with a capture from one that does.",
                reference: "Docs/formats.md, wireless: synchronization error")
        }
        return FindingContext.capped(findings)
    }

    private static func milliseconds(_ seconds: Double) -> String {
        "\((seconds * 10_000).rounded() / 10) ms"
    }
}
