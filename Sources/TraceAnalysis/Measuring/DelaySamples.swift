import TraceModel

/// Delay samples in bounded memory: exact up to ``exactLimit`` samples, above it quantiles come from a histogram. Count,
/// minimum, maximum, mean and standard deviation are exact at any size.
struct DelaySamples: Sendable {
    /// A hundred probes, the usual size of a test, get exact quantiles; so many numbers take no more memory than a histogram.
    static let exactLimit = 128

    private(set) var count = 0
    private var exact: [Int64] = []
    private var histogram = DelayHistogram()
    /// Samples on their way to the histogram: eight of its buckets are looked up in the time of one, if none waits for
    /// the other.
    private var waiting = SIMD8<Int64>()
    private var waitingCount = 0
    private var minimum = Int64.max
    private var maximum = Int64.min
    /// Sums of the samples in nanoseconds, and of their squares.
    private var sum = 0.0
    private var sumOfSquares = 0.0

    /// - Parameter nanoseconds: Negative values (a capture whose clock was set back) are dropped.
    mutating func record(_ nanoseconds: Int64) {
        guard nanoseconds >= 0 else { return }
        count += 1
        minimum = Swift.min(minimum, nanoseconds)
        maximum = Swift.max(maximum, nanoseconds)
        let value = Double(nanoseconds)
        sum += value
        sumOfSquares += value * value
        if count <= Self.exactLimit {
            exact.append(nanoseconds)
        } else {
            if !exact.isEmpty { promote() }
            waiting[waitingCount] = nanoseconds
            waitingCount += 1
            if waitingCount == 8 { settle() }
        }
    }

    private mutating func promote() {
        for sample in exact { histogram.record(sample) }
        exact = []
    }

    @inline(never)
    private mutating func settle() {
        for index in 0..<waitingCount { histogram.record(waiting[index]) }
        waitingCount = 0
    }

    var distribution: Distribution {
        var result = Distribution()
        result.count = count
        guard count > 0 else { return result }
        let mean = sum / Double(count)
        let variance = Swift.max(0, sumOfSquares / Double(count) - mean * mean)
        result.min = Double(minimum) / 1e9
        result.max = Double(maximum) / 1e9
        result.mean = (mean / 1e9).roundedToNanoseconds
        result.standardDeviation = (variance.squareRoot() / 1e9).roundedToNanoseconds
        let ordered = exact.sorted()
        var settled = self
        settled.settle()
        let histogram = settled.histogram
        let value = { (rank: Int) -> Double in
            ordered.isEmpty
                ? Swift.min(Swift.max(histogram.value(atRank: rank), Double(minimum)), Double(maximum))
                : Double(ordered[rank - 1])
        }
        result.median = ((value((count + 1) / 2) + value(count / 2 + 1)) / 2e9).roundedToNanoseconds
        result.p95 = (value(nearestRank(95)) / 1e9).roundedToNanoseconds
        result.p99 = (value(nearestRank(99)) / 1e9).roundedToNanoseconds
        return result
    }

    /// ⌈percent · n / 100⌉
    private func nearestRank(_ percent: Int) -> Int { (percent * count + 99) / 100 }
}

extension Double {
    /// Nine decimals at most, as the report prints seconds.
    package var roundedToNanoseconds: Double { (self * 1e9).rounded() / 1e9 }
}
