import TraceModel

/// Delay samples in bounded memory: exact up to ``exactLimit`` samples, above it quantiles come from a histogram. Count,
/// minimum, maximum, mean and standard deviation are exact at any size.
struct DelaySamples: Sendable {
    /// A hundred probes, the usual size of a test, get exact quantiles; so many numbers take no more memory than a histogram.
    static let exactLimit = 128

    private(set) var count = 0
    private var exact: [Int64] = []
    private var histogram = DelayHistogram()
    /// Of more than ``exactLimit``: `exact` has the others in their order.
    private var longCourse = DelayCourse()
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
            longCourse.record(nanoseconds, index: count - 1)
            waiting[waitingCount] = nanoseconds
            waitingCount += 1
            if waitingCount == 8 { settle() }
        }
    }

    private mutating func promote() {
        for (index, sample) in exact.enumerated() {
            histogram.record(sample)
            longCourse.record(sample, index: index)
        }
        exact = []
    }

    /// Fewer samples show no course.
    static let fewestOfCourse = 16

    /// Means of groups of samples that follow each other, in seconds to the microsecond and in the order in which they were
    /// recorded; empty for few.
    var course: [Double] {
        guard count >= Self.fewestOfCourse else { return [] }
        var course = longCourse
        for (index, sample) in exact.enumerated() { course.record(sample, index: index) }
        return course.means(of: count).map { ($0 / 1e3).rounded() / 1e6 }
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

extension Sequence where Element == Double {
    /// The middle one, or the mean of the two in the middle; nil of none.
    var median: Double? {
        let sorted = sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension Double {
    /// Nine decimals at most, as the report prints seconds.
    package var roundedToNanoseconds: Double { (self * 1e9).rounded() / 1e9 }
}

/// Counts of delays in buckets whose width is at most 1/256 of their value, so that a quantile is off by 0.2 % at most.
///
/// Memory follows the spread of the delays: 1 KiB for each doubling between the smallest and the largest. (HdrHistogram
/// starts at zero whatever the smallest is, with 8 KiB for each doubling: too much for every flow.)
struct DelayHistogram: Sendable {
    /// Buckets for each doubling.
    private static let resolution = 256
    private static let resolutionBits = 8

    /// The counts of consecutive buckets, from `lowest` on.
    private var counts: [UInt32] = []
    private var lowest = 0
    private(set) var total = 0

    /// - Parameter nanoseconds: Not negative.
    mutating func record(_ nanoseconds: Int64) {
        let bucket = Self.bucket(of: UInt64(nanoseconds))
        if counts.isEmpty { lowest = bucket }
        if bucket < lowest {
            counts.insert(contentsOf: repeatElement(0, count: lowest - bucket), at: 0)
            lowest = bucket
        } else if bucket - lowest >= counts.count {
            counts.append(contentsOf: repeatElement(0, count: bucket - lowest - counts.count + 1))
        }
        counts[bucket - lowest] &+= 1
        total += 1
    }

    /// The delay at a rank in nanoseconds: the middle of its bucket.
    ///
    /// - Parameter rank: From 1 to ``total``.
    func value(atRank rank: Int) -> Double {
        var seen = 0
        for (index, count) in counts.enumerated() {
            seen += Int(count)
            if seen >= rank { return Self.middle(ofBucket: lowest + index) }
        }
        return counts.isEmpty ? 0 : Self.middle(ofBucket: lowest + counts.count - 1)
    }

    /// Values below 256 have a bucket each; above, the bucket is the exponent with the first eight bits after the leading
    /// one.
    private static func bucket(of value: UInt64) -> Int {
        let exponent = 63 - value.leadingZeroBitCount
        guard exponent >= resolutionBits else { return Int(value) }
        let mantissa = Int(value >> UInt64(exponent - resolutionBits)) - resolution
        return (exponent - resolutionBits + 1) * resolution + mantissa
    }

    private static func middle(ofBucket bucket: Int) -> Double {
        guard bucket >= resolution else { return Double(bucket) }
        let shift = UInt64(bucket / resolution - 1)
        let start = UInt64(bucket % resolution + resolution) << shift
        return Double(start) + Double(UInt64(1) << shift) / 2
    }
}
