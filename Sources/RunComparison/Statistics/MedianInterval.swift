import WireCoding

/// A percentile bootstrap interval of the median of a sample.
///
/// As many values as the sample has are drawn from it, with replacement, ``resamples`` times; the interval reaches from
/// the 2.5 % to the 97.5 % quantile (nearest rank) of the medians. Source: B. Efron, R. Tibshirani, *An Introduction to
/// the Bootstrap* (1993), chapter 13.
///
/// The draws come from a generator with the fixed seed ``seed``, so that equal samples have equal intervals, everywhere
/// and always.
public struct MedianInterval: Codable, Equatable, Sendable {
    /// How many medians are drawn.
    public static let resamples = 5000
    /// The start of the generator (`SplitMix64`), the same for every sample.
    public static let seed: UInt64 = 20_251_106
    /// The share of samples whose interval is to cover the median.
    public static let confidence = 0.95
    /// The minimum number of values for an interval.
    public static let minimumCount = 3

    /// In the unit of the values.
    public var low: Double
    /// The upper end, in the unit of the values.
    public var high: Double

    /// - Parameter sample: Finite values in any order; fewer than ``minimumCount`` give nil.
    public init?(of sample: [Double]) {
        guard sample.count >= Self.minimumCount else { return nil }
        let values = sample.sorted()
        var generator = SplitMix64(seed: Self.seed)
        var medians: [Double] = []
        medians.reserveCapacity(Self.resamples)
        // How often each value is drawn: the middle ones are found by counting, without sorting every draw.
        var draws = [Int](repeating: 0, count: values.count)
        for _ in 0..<Self.resamples {
            for place in draws.indices { draws[place] = 0 }
            for _ in draws { draws[generator.index(below: values.count)] += 1 }
            medians.append(Self.median(of: values, draws))
        }
        medians.sort()
        // Of 5,000 medians the 125th and the 4,875th: nearest ranks.
        let tail = Self.resamples / 40
        low = medians[tail - 1]
        high = medians[Self.resamples - tail - 1]
    }

    /// The maximum coverage: even the interval from the least to the greatest value of the sample covers the median of
    /// the population only this often: unless all values fall on one side, 1 − 2^(1 − n). Below six values this is less
    /// than ``confidence``, and the interval is narrower than it should be.
    public static func attainableCoverage(count: Int) -> Double {
        guard count > 1 else { return 0 }
        return 1 - Double(sign: .plus, exponent: 1 - count, significand: 1)
    }

    /// - Parameters:
    ///   - values: In ascending order.
    ///   - draws: How often each was drawn, as many times in all as there are values.
    private static func median(of values: [Double], _ draws: [Int]) -> Double {
        let upper = values.count / 2
        let lower = values.count.isMultiple(of: 2) ? upper - 1 : upper
        var (drawn, place) = (draws[0], 0)
        while drawn <= lower {
            place += 1
            drawn += draws[place]
        }
        let first = values[place]
        while drawn <= upper {
            place += 1
            drawn += draws[place]
        }
        return lower == upper ? first : (first + values[place]) / 2
    }
}
