/// How many ways there are to choose some of a set of ranks so that they have a certain sum: the permutation distribution
/// of the rank sum of one of two samples, with the ties that there are.
///
/// Counted by the shift algorithm of B. Streitberg and J. Röhmel, *Exact Distributions for Permutation and Rank Tests*
/// (1986): for each rank the counts of all sums are shifted by it and added.
struct RankSumDistribution {
    /// The number of values, both samples together, that can be counted: all counts fit 64 bits (40 over 20 is 1.4 ·
    /// 10^11), and the work stays below a few million additions.
    static let maximumCount = 40

    /// The counts by the doubled sum of ranks.
    private let counts: [UInt64]
    /// The total of all sums.
    private let total: UInt64
    /// The doubled sum of ranks that is to be expected.
    private let mean: Int

    /// - Parameters:
    ///   - doubledRanks: Of all values together, at most ``maximumCount``.
    ///   - size: How many are chosen.
    init(doubledRanks: [Int], choosing size: Int) {
        let sum = doubledRanks.reduce(0, +)
        // ways[number chosen][sum]
        var ways = [[UInt64]](repeating: [UInt64](repeating: 0, count: sum + 1), count: size + 1)
        ways[0][0] = 1
        var reached = 0
        for (index, rank) in doubledRanks.enumerated() {
            reached += rank
            for chosen in stride(from: min(index + 1, size), to: 0, by: -1) {
                for target in stride(from: reached, through: rank, by: -1) {
                    ways[chosen][target] += ways[chosen - 1][target - rank]
                }
            }
        }
        counts = ways[size]
        total = counts.reduce(0, +)
        // The ranks sum up to n (n + 1), doubled, so that this has no remainder.
        mean = size * (doubledRanks.count + 1)
    }

    /// The probability that the sum is as far from its mean as this one or farther, to either side.
    func probability(asFarAs doubledSum: Int) -> Double { share(beyond: abs(doubledSum - mean)) }

    /// The probability of the sum farthest from the mean: no result can have a smaller one.
    var leastProbability: Double {
        let farthest = counts.indices.reduce(0) { counts[$1] > 0 ? max($0, abs($1 - mean)) : $0 }
        return share(beyond: farthest)
    }

    private func share(beyond distance: Int) -> Double {
        var sum: UInt64 = 0
        for (place, count) in counts.enumerated() where abs(place - mean) >= distance { sum += count }
        return Double(sum) / Double(total)
    }
}
