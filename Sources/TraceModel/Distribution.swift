/// A summary of delay samples, in seconds; all but `count` nil without samples.
public struct Distribution: Codable, Hashable, Sendable {
    /// Samples.
    public var count = 0
    /// The least.
    public var min: Double?
    /// The sum by the count.
    public var mean: Double?
    /// The value in the middle, or the mean of the two there.
    public var median: Double?
    /// The value at 95 % of the samples, nearest rank.
    public var p95: Double?
    /// The value at 99 % of the samples, nearest rank.
    public var p99: Double?
    /// The greatest.
    public var max: Double?
    /// The standard deviation of the population: the divisor is `count`.
    public var standardDeviation: Double?

    /// Nothing measured yet.
    public init() {}
}

extension Sequence where Element == Double {
    /// The middle one, or the mean of the two in the middle; nil of none.
    package var median: Double? {
        let sorted = sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
