import Platform

/// Whether the values of one sample tend to be greater than those of another: the rank sum test, two-sided.
///
/// Sources: H. B. Mann, D. R. Whitney, *On a Test of Whether one of Two Random Variables is Stochastically Larger than the
/// Other* (1947); M. Hollander, D. A. Wolfe, E. Chicken, *Nonparametric Statistical Methods* (2014), §4.1; for the effect
/// size N. Cliff, *Dominance statistics* (1993).
public struct MannWhitneyTest: Codable, Equatable, Sendable {
    /// How ``p`` was computed.
    @nonexhaustive
    public enum Method: String, Codable, Sendable {
        /// Counted over all ways to deal the values, ties included, to samples of these sizes: up to
        /// 40 values in both samples together.
        case exact
        /// From the normal distribution, with corrections for ties and continuity.
        case normal
    }

    /// U of the first sample: the pairs in which its value is the greater one, equal ones counted half.
    public var statistic: Double
    /// The two-sided probability, 0…1, of ranks as uneven or more where both samples are of one distribution.
    public var p: Double
    /// How ``p`` was computed.
    public var method: Method
    /// The smallest ``p`` that samples of these sizes and ties can have: where it is not below the level of significance,
    /// no difference, however large, could be shown.
    public var smallestPossibleP: Double
    /// The share of pairs in which the first sample's value is greater, minus the share in which it is smaller: 1 if
    /// all values of the first sample are above all of the second, −1 if all are below. Equals the rank-biserial
    /// correlation.
    public var cliffsDelta: Double

    /// - Returns: Nil where a sample has no value.
    public init?(_ first: [Double], _ second: [Double]) {
        guard !first.isEmpty, !second.isEmpty else { return nil }
        let ranks = MidRanks(first + second)
        let (m, n) = (first.count, second.count)
        let doubledSum = ranks.doubled[..<m].reduce(0, +)
        statistic = Double(doubledSum - m * (m + 1)) / 2
        let pairs = Double(m) * Double(n)
        cliffsDelta = (2 * statistic - pairs) / pairs
        if m + n <= RankSumDistribution.maximumCount {
            let distribution = RankSumDistribution(doubledRanks: ranks.doubled, choosing: m)
            method = .exact
            p = distribution.probability(asFarAs: doubledSum)
            smallestPossibleP = distribution.leastProbability
        } else {
            method = .normal
            p = Self.normalP(deviation: abs(statistic - pairs / 2), pairs, Double(m + n), ranks.tieSum)
            smallestPossibleP = Self.normalP(deviation: pairs / 2, pairs, Double(m + n), ranks.tieSum)
        }
    }

    /// - Parameter deviation: The deviation of U from its mean, to either side.
    private static func normalP(deviation: Double, _ pairs: Double, _ count: Double, _ tieSum: Double) -> Double {
        let variance = pairs / 12 * (count + 1 - tieSum / (count * (count - 1)))
        // All values are equal.
        guard variance > 0 else { return 1 }
        return min(1, erfc((deviation - 0.5) / (2 * variance).squareRoot()))
    }
}
