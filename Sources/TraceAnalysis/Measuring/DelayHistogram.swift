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
