/// Whether the values of several samples tend to differ: the analysis of variance by ranks.
///
/// Sources: W. H. Kruskal, W. A. Wallis, *Use of Ranks in One-Criterion Variance Analysis* (1952), with their correction for
/// ties; M. Hollander, D. A. Wolfe, E. Chicken, *Nonparametric Statistical Methods* (2014), §6.1.
public struct KruskalWallisTest: Codable, Equatable, Sendable {
    /// How ``p`` was computed.
    @nonexhaustive
    public enum Method: String, Codable, Sendable {
        /// Exact, over all permutations of the values, including ties, into samples of these sizes: if there are at
        /// most 50,000, and for two samples up to 40 values.
        case exact
        /// From the chi-squared distribution that H has in large samples. In small ones it claims too much or too little.
        case chiSquared = "chi-squared"
    }

    /// H, corrected for ties; 0 where all values are equal.
    public var statistic: Double
    /// One less than there are samples.
    public var degreesOfFreedom: Int
    /// The probability, 0…1, of an H as large or larger where all samples are of one distribution.
    public var p: Double
    /// How ``p`` was computed.
    public var method: Method
    /// No samples of these sizes and ties have a smaller ``p``: where it is not below the level of significance, no
    /// difference, however large, could be shown. By ``Method/chiSquared`` it is that of H = n − 1 with n values in all,
    /// which H reaches only where every sample has equal values. It is 1 where, and only where, all values are equal.
    public var smallestPossibleP: Double

    /// - Parameter samples: Those without values do not count.
    /// - Returns: Nil with fewer than two samples, or where no sample has more than one value: then H is the same whatever
    ///   the values are.
    public init?(_ samples: [[Double]]) {
        let samples = samples.filter { !$0.isEmpty }
        guard samples.count > 1, samples.contains(where: { $0.count > 1 }) else { return nil }
        let sizes = samples.map(\.count)
        let count = sizes.reduce(0, +)
        let ranks = MidRanks(Array(samples.joined()))
        var rest = ranks.doubled[...]
        let sums = sizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size).reduce(0, +)
        }
        degreesOfFreedom = samples.count - 1
        guard ranks.doubled.contains(where: { $0 != ranks.doubled[0] }) else {
            (statistic, p, method, smallestPossibleP) = (0, 1, .exact, 1)
            return
        }
        statistic = Self.statistic(sums, sizes, count, ranks.tieSum)
        if samples.count == 2, count <= RankSumDistribution.maximumCount {
            // With two samples, H grows with the distance of a rank sum from its mean.
            let distribution = RankSumDistribution(doubledRanks: ranks.doubled, choosing: sizes[0])
            method = .exact
            p = distribution.probability(asFarAs: sums[0])
            smallestPossibleP = distribution.leastProbability
        } else if let permutations = RankPermutations(doubledRanks: ranks.doubled, sizes: sizes) {
            method = .exact
            p = permutations.probability(ofAtLeast: sums)
            smallestPossibleP = permutations.leastProbability
        } else {
            method = .chiSquared
            p = ChiSquaredDistribution.upperTail(statistic, degreesOfFreedom: degreesOfFreedom)
            smallestPossibleP = min(
                p, ChiSquaredDistribution.upperTail(Double(count - 1), degreesOfFreedom: degreesOfFreedom))
        }
    }

    /// - Parameter sums: Doubled sums of ranks, of which not all are equal.
    private static func statistic(_ sums: [Int], _ sizes: [Int], _ count: Int, _ tieSum: Double) -> Double {
        let n = Double(count)
        let correction = 1 - tieSum / (n * n * n - n)
        // In deviations from the mean rank, which loses fewer digits than the usual 12 / (n (n + 1)) Σ R² / nᵢ − 3 (n + 1).
        let spread = zip(sums, sizes).reduce(0.0) { result, sample in
            let size = Double(sample.1)
            let deviation = Double(sample.0) / 2 / size - (n + 1) / 2
            return result + size * deviation * deviation
        }
        return 12 / (n * (n + 1)) * spread / correction
    }
}
