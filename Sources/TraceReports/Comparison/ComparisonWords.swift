import WireCoding
import RunComparison
import WireText

/// Tests of factors, in words.
enum ComparisonWords {
    /// The number of pairs that are listed; the others are counted.
    static let maximumPairs = 6

    /// The result of a factor's test, escaped for a terminal. Nothing if there is only one level.
    static func sentences(_ test: ComparisonReport.FactorTest) -> [String] {
        let factor = SafeText.escaped(test.factor.rawValue)
        let (subject, noun) = (factor, test.metric.noun)
        switch test.outcome {
        case .difference:
            var sentences = ["\(subject) matters for \(noun): \(probability(test)).", pairs(test)]
            if !test.notCrossedWith.isEmpty {
                let others = test.notCrossedWith.map { SafeText.escaped($0.rawValue) }.joined(separator: ", ")
                sentences.append(
                    "But not every \(factor) was tested with the same \(others), which may explain the difference.")
            }
            return sentences.filter { !$0.isEmpty }
        case .noDifferenceShown:
            let runs = test.levels.reduce(0) { $0 + $1.count }
            if test.kruskalWallis?.smallestPossibleP == 1 {
                return ["\(subject): all \(Quantity.count(runs, "run")) have the same \(noun)."]
            }
            return [
                "\(subject): no difference in \(noun) found (\(probability(test))), "
                    + "which does not prove that there is none."
            ]
        case .tooFewRuns:
            let counts = test.levels.prefix(maximumPairs).map { "\($0.count)" }.joined(separator: ", ")
            let more = test.levels.count > maximumPairs ? ", …" : ""
            let least = test.kruskalWallis.map { ": p cannot be less than \(digits($0.smallestPossibleP))" } ?? ""
            return ["\(subject): too few runs (\(counts)\(more)) to show a difference in \(noun)\(least)."]
        case .notTested:
            guard test.levels.count > 1 else { return [] }
            return ["\(subject): one run at each level; more are needed to show whether it matters for \(noun)."]
        }
    }

    private static func probability(_ test: ComparisonReport.FactorTest) -> String {
        guard let overall = test.kruskalWallis else { return "" }
        let method = overall.method == .exact ? "exact" : "chi-squared"
        let runs = test.levels.reduce(0) { $0 + $1.count }
        return "p \(relation(overall.p)), Kruskal–Wallis, \(method), \(Quantity.count(runs, "run"))"
    }

    /// Which levels are above which.
    private static func pairs(_ test: ComparisonReport.FactorTest) -> String {
        let significant = test.pairs.filter { $0.adjustedP < ComparisonReport.Method.significance }
        guard !significant.isEmpty else {
            return test.pairs.isEmpty ? "" : "No pair of levels differs on its own, after Holm's adjustment."
        }
        let sentences = significant.sorted { $0.adjustedP < $1.adjustedP }.prefix(maximumPairs).map { pair in
            let isAbove = pair.mannWhitney.cliffsDelta >= 0
            let (high, low) = isAbove ? (pair.first, pair.second) : (pair.second, pair.first)
            let delta = Quantity.digits(abs(pair.mannWhitney.cliffsDelta))
            let medians = [high, low].map { level in
                ComparisonText.text(test.factor, level)
                    + (test.levels.first { $0.value == level }.map { " (\(test.metric.unit.text($0.median)))" } ?? "")
            }
            return "\(medians[0]) above \(medians[1]), p \(relation(pair.adjustedP)), Cliff's delta \(delta)"
        }
        let more = significant.count - sentences.count
        return sentences.joined(separator: "; ") + (more > 0 ? "; and \(Quantity.count(more, "more pair"))" : "") + "."
    }

    /// `= 0.012`, `< 0.0001`
    private static func relation(_ p: Double) -> String { p < 0.0001 ? "< 0.0001" : "= " + digits(p) }

    /// Two or three digits that count, never an exponent.
    static func digits(_ p: Double) -> String {
        let places = p >= 0.0995 ? 2 : p >= 0.00995 ? 3 : 4
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let units = Int((max(0, min(p, 1)) * Double(scale)).rounded())
        guard units < scale else { return "1" }
        return "0." + units.digits(places)
    }
}
