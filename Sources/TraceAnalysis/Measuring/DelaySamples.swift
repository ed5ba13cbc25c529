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
    /// Samples on their way to histogram and course: eight of its buckets are looked up in the time of one, if none waits for
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
        for index in 0..<waitingCount { course.record(waiting[index], index: count - waitingCount + index) }
        for (index, sample) in exact.enumerated() { course.record(sample, index: index) }
        return course.means(of: count).map { ($0 / 1e3).rounded() / 1e6 }
    }

    @inline(never)
    private mutating func settle() {
        for index in 0..<waitingCount {
            histogram.record(waiting[index])
            longCourse.record(waiting[index], index: count - waitingCount + index)
        }
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
        let ranks = [(count + 1) / 2, count / 2 + 1, nearestRank(95), nearestRank(99)]
        let values: [Double]
        if exact.isEmpty {
            var settled = self
            settled.settle()
            values = settled.histogram.values(atRanks: ranks).map {
                Swift.min(Swift.max($0, Double(minimum)), Double(maximum))
            }
        } else {
            let ordered = exact.sorted()
            values = ranks.map { Double(ordered[$0 - 1]) }
        }
        result.median = ((values[0] + values[1]) / 2e9).roundedToNanoseconds
        result.p95 = (values[2] / 1e9).roundedToNanoseconds
        result.p99 = (values[3] / 1e9).roundedToNanoseconds
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
/// The buckets of few delays are listed, which takes two bytes for each. Of many delays memory follows the spread: 256 bytes for each
/// doubling between the smallest and the largest while no count is above 255, then four times as much. (HdrHistogram starts at zero
/// whatever the smallest is, with 8 KiB for each doubling: too much for every flow.)
struct DelayHistogram: Sendable {
    /// Buckets for each doubling.
    private static let resolution = 256
    private static let resolutionBits = 8
    /// More delays are not listed: a spread over eight doublings takes as much memory.
    private static let listLimit = 1024

    /// In the order in which they were recorded.
    private var list: [UInt16] = []
    /// The counts of consecutive buckets, from `lowest` on, while all of them fit.
    private var small: [UInt8] = []
    /// The same from the first count on that did not.
    private var large: [UInt32] = []
    private var lowest = 0
    private(set) var total = 0

    /// - Parameter nanoseconds: Not negative.
    mutating func record(_ nanoseconds: Int64) {
        let bucket = Self.bucket(of: UInt64(nanoseconds))
        total += 1
        if total <= Self.listLimit {
            list.append(UInt16(truncatingIfNeeded: bucket))
            return
        }
        if !list.isEmpty { leaveList() }
        count(bucket)
    }

    private mutating func leaveList() {
        let first = Int(list.min() ?? 0)
        lowest = first
        small = [UInt8](repeating: 0, count: Int(list.max() ?? 0) - first + 1)
        for bucket in list { count(Int(bucket)) }
        list = []
    }

    private mutating func count(_ bucket: Int) {
        let index = bucket &- lowest
        if large.indices.contains(index) {
            large[index] &+= 1
        } else if small.indices.contains(index), small[index] < .max {
            small[index] += 1
        } else {
            countBeyond(bucket)
        }
    }

    /// Counts a delay whose bucket does not exist yet, or is full.
    @inline(never)
    private mutating func countBeyond(_ bucket: Int) {
        if large.isEmpty, small.indices.contains(bucket - lowest) {
            large = small.map { UInt32($0) }
            small = []
        } else if large.isEmpty {
            Self.make(room: bucket, in: &small, &lowest)
        } else {
            Self.make(room: bucket, in: &large, &lowest)
        }
        count(bucket)
    }

    private static func make<Count: FixedWidthInteger>(room bucket: Int, in counts: inout [Count], _ lowest: inout Int)
    {
        if bucket < lowest {
            counts.insert(contentsOf: repeatElement(0, count: lowest - bucket), at: 0)
            lowest = bucket
        } else if bucket - lowest >= counts.count {
            counts.append(contentsOf: repeatElement(0, count: bucket - lowest - counts.count + 1))
        }
    }

    /// The delays at some ranks in nanoseconds: the middles of their buckets.
    ///
    /// - Parameter ranks: In ascending order, from 1 to ``total``.
    func values(atRanks ranks: [Int]) -> [Double] {
        guard list.isEmpty else {
            let ordered = list.sorted()
            return ranks.map { Self.middle(ofBucket: Int(ordered[$0 - 1])) }
        }
        return large.isEmpty ? values(atRanks: ranks, in: small) : values(atRanks: ranks, in: large)
    }

    private func values(atRanks ranks: [Int], in counts: [some FixedWidthInteger]) -> [Double] {
        var values: [Double] = []
        var seen = 0
        for (index, count) in counts.enumerated() {
            seen += Int(count)
            while values.count < ranks.count, seen >= ranks[values.count] {
                values.append(Self.middle(ofBucket: lowest + index))
            }
            if values.count == ranks.count { break }
        }
        return values
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
