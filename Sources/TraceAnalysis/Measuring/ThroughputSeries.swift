/// Bytes over time in at most ``maximumBins`` bins of equal width, without knowing beforehand how long it will last: when
/// the bins are full, neighbours are united and the width doubles.
struct ThroughputSeries: Sendable {
    static let maximumBins = 600
    /// Nanoseconds. Ten milliseconds are below what one sees on AWDL (its availability windows last 16 ms).
    static let narrowestWidth: Int64 = 10_000_000

    private(set) var width = narrowestWidth
    private(set) var bins: [UInt32] = []
    /// Bytes that a bin cannot hold, by bin; hardly ever used.
    private var overflow: [Int: UInt64] = [:]

    /// - Parameter elapsed: Nanoseconds since the start of the series; times before it count as its start.
    mutating func add(bytes: Int, at elapsed: Int64) {
        var index = Int(Swift.max(0, elapsed) / width)
        while index >= Self.maximumBins {
            widen()
            index = Int(elapsed / width)
        }
        while bins.count <= index { bins.append(0) }
        let (sum, tooMuch) = bins[index].addingReportingOverflow(UInt32(clamping: bytes))
        if tooMuch {
            overflow[index, default: 0] += 1 << 32
        }
        bins[index] = sum
    }

    private mutating func widen() {
        width *= 2
        var united: [UInt32] = []
        united.reserveCapacity((bins.count + 1) / 2)
        var carried: [Int: UInt64] = [:]
        for (index, bytes) in overflow { carried[index / 2, default: 0] += bytes }
        for index in stride(from: 0, to: bins.count, by: 2) {
            let (sum, tooMuch) = bins[index].addingReportingOverflow(index + 1 < bins.count ? bins[index + 1] : 0)
            if tooMuch { carried[index / 2, default: 0] += 1 << 32 }
            united.append(sum)
        }
        bins = united
        overflow = carried
    }

    /// Makes the width at least `other`'s, so that two directions of a session share one time axis.
    mutating func widen(toMatch other: ThroughputSeries) {
        while width < other.width { widen() }
    }

    /// Bits per second in each bin, `count` of them.
    func bitsPerSecond(count: Int) -> [Double] {
        let seconds = Double(width) / 1e9
        return (0..<count).map { index in
            let bytes = index < bins.count ? UInt64(bins[index]) + (overflow[index] ?? 0) : 0
            return (Double(bytes) * 8 / seconds * 1e3).rounded() / 1e3
        }
    }
}
