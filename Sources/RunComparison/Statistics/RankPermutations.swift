/// All ways to deal ranks to samples of given sizes: the permutation distribution of the Kruskal–Wallis statistic, with
/// the ties that there are.
struct RankPermutations {
    /// More ways are not counted.
    static let maximumWays = 50_000
    /// With more values the permutations are not counted, however many there are: the depth of the search.
    static let maximumValues = 40

    /// For each way Σ R² / nᵢ of the doubled rank sums R, which grows with H.
    private let spreads: [Double]
    private let sizes: [Int]

    /// - Parameters:
    ///   - doubledRanks: Of all values together.
    ///   - sizes: Their sum is the number of ranks.
    /// - Returns: Nil if there are too many permutations.
    init?(doubledRanks: [Int], sizes: [Int]) {
        guard doubledRanks.count <= Self.maximumValues, Self.ways(sizes) != nil else { return nil }
        self.sizes = sizes
        var (room, sums, spreads) = (sizes, sizes.map { _ in 0 }, [Double]())
        /// Deals one rank after the other to each sample that has room.
        func deal(_ index: Int) {
            guard index < doubledRanks.count else { return spreads.append(Self.spread(sums, sizes)) }
            for sample in room.indices where room[sample] > 0 {
                room[sample] -= 1
                sums[sample] += doubledRanks[index]
                deal(index + 1)
                room[sample] += 1
                sums[sample] -= doubledRanks[index]
            }
        }
        deal(0)
        self.spreads = spreads
    }

    /// The probability of an H as large as with these doubled rank sums, or larger.
    func probability(ofAtLeast sums: [Int]) -> Double {
        probability(ofAtLeast: Self.spread(sums, sizes))
    }

    /// The probability of the largest H: no result can have a smaller one.
    var leastProbability: Double { probability(ofAtLeast: spreads.max() ?? 0) }

    private func probability(ofAtLeast spread: Double) -> Double {
        // Equal sums in another order of adding may differ in their last digits.
        let bound = spread * (1 - 1e-12)
        return Double(spreads.count { $0 >= bound }) / Double(spreads.count)
    }

    private static func spread(_ sums: [Int], _ sizes: [Int]) -> Double {
        zip(sums, sizes).reduce(0) { $0 + Double($1.0) * Double($1.0) / Double($1.1) }
    }

    /// n! / (n₁! n₂! …), nil above the limit.
    static func ways(_ sizes: [Int]) -> Int? {
        var (result, dealt) = (1, 0)
        for size in sizes {
            // Times (dealt + size) over size, factor by factor: after each of them still a whole number.
            for taken in stride(from: 1, through: size, by: 1) {
                dealt += 1
                let (product, overflow) = result.multipliedReportingOverflow(by: dealt)
                guard !overflow, product / taken <= maximumWays else { return nil }
                result = product / taken
            }
        }
        return result
    }
}
