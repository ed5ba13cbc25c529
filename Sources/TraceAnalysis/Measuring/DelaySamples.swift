import Histogram

/// Delay samples in bounded memory: exact up to ``exactLimit`` samples, above it in a histogram that keeps three
/// significant digits. Count, minimum, maximum, mean and standard deviation are exact at any size.
struct DelaySamples: Sendable {
    /// Small captures get exact quantiles; 512 numbers are less memory than one histogram.
    static let exactLimit = 512

    private(set) var count = 0
    private var exact: [Int64] = []
    private var histogram: Histogram<UInt64>?
    private var minimum = Int64.max
    private var maximum = Int64.min
    /// Sums of the samples and of their squares, in seconds.
    private var sum = 0.0
    private var sumOfSquares = 0.0

    /// - Parameter nanoseconds: Negative values (a capture whose clock was set back) are dropped.
    mutating func record(_ nanoseconds: Int64) {
        guard nanoseconds >= 0 else { return }
        count += 1
        minimum = Swift.min(minimum, nanoseconds)
        maximum = Swift.max(maximum, nanoseconds)
        let seconds = Double(nanoseconds) / 1e9
        sum += seconds
        sumOfSquares += seconds * seconds
        if histogram != nil {
            histogram?.record(UInt64(nanoseconds))
        } else {
            exact.append(nanoseconds)
            if exact.count > Self.exactLimit { promote() }
        }
    }

    private mutating func promote() {
        var wide = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
        for sample in exact { wide.record(UInt64(sample)) }
        histogram = wide
        exact = []
    }

    var median: Double? { distribution.median }

    var distribution: Distribution {
        var result = Distribution()
        result.count = count
        guard count > 0 else { return result }
        let mean = sum / Double(count)
        result.min = Double(minimum) / 1e9
        result.max = Double(maximum) / 1e9
        result.mean = mean.roundedToNanoseconds
        result.standardDeviation =
            Swift.max(0, sumOfSquares / Double(count) - mean * mean).squareRoot().roundedToNanoseconds
        if let histogram {
            result.median = bounded(histogram.valueAtPercentile(50))
            result.p95 = bounded(histogram.valueAtPercentile(95))
            result.p99 = bounded(histogram.valueAtPercentile(99))
        } else {
            let ordered = exact.sorted()
            let middle = ordered.count / 2
            result.median =
                ordered.count % 2 == 1
                ? Double(ordered[middle]) / 1e9 : (Double(ordered[middle - 1]) + Double(ordered[middle])) / 2e9
            result.p95 = Double(ordered[nearestRank(95)]) / 1e9
            result.p99 = Double(ordered[nearestRank(99)]) / 1e9
        }
        return result
    }

    /// Index of the sample at rank ⌈percent · n / 100⌉.
    private func nearestRank(_ percent: Int) -> Int { (percent * exact.count + 99) / 100 - 1 }

    /// A histogram answers with the upper edge of a bucket, which may lie above the largest sample.
    private func bounded(_ value: UInt64) -> Double {
        Double(Swift.min(Swift.max(Int64(clamping: value), minimum), maximum)) / 1e9
    }
}

extension Double {
    /// Nine decimals at most, as the report prints seconds.
    var roundedToNanoseconds: Double { (self * 1e9).rounded() / 1e9 }
}
