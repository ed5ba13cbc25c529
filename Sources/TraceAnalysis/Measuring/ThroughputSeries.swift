import TraceModel

/// Bytes over time in at most ``maximumBins`` bins of equal width, without knowing beforehand how long it will last: when
/// the bins are full, neighbors are united and the width doubles.
struct ThroughputSeries: Sendable {
    /// The contract allows 600; as many as a picture has room for are enough, and take 2 KiB for each direction.
    static let maximumBins = 256

    /// A bin is two to the power of this many slots wide.
    private(set) var widthShift = 0
    private var bins: [UInt64] = []
    /// The eight bins around the current one, which are not in `bins` meanwhile: most packets touch nothing else.
    private var current = SIMD8<UInt64>()
    /// Eight times this is the first of them.
    private var currentBlock = 0

    /// Counts bytes at a time given as a ``TimeSlot``.
    @inline(__always)
    mutating func add(bytes: Int, at slot: Int) {
        var bin = slot &>> widthShift
        if (bin &>> 3) != currentBlock {
            move(to: slot)
            bin = slot &>> widthShift
        }
        current[bin & 7] &+= UInt64(truncatingIfNeeded: bytes)
    }

    @inline(never)
    private mutating func move(to slot: Int) {
        store()
        while slot >> widthShift >= Self.maximumBins { widen() }
        currentBlock = (slot >> widthShift) >> 3
    }

    /// Puts the bytes of the current bins where they belong.
    private mutating func store() {
        let first = currentBlock * 8
        for index in 0..<8 where current[index] > 0 {
            while bins.count <= first + index { bins.append(0) }
            bins[first + index] &+= current[index]
        }
        current = SIMD8()
    }

    /// Gives back memory kept for more bins.
    mutating func finish() {
        store()
        bins = bins.map { $0 }
    }

    private mutating func widen() {
        widthShift += 1
        bins = stride(from: 0, to: bins.count, by: 2).map { index in
            bins[index] &+ (index + 1 < bins.count ? bins[index + 1] : 0)
        }
    }

    /// Seconds.
    var binWidth: Double { Double(TimeSlot.width << Int64(widthShift)) / 1e9 }

    /// Two series, as those of a session's directions, on one time axis: bits per second in each bin.
    static func rates(_ first: ThroughputSeries, _ second: ThroughputSeries) -> Session.Throughput {
        var (first, second) = (first, second)
        first.store()
        second.store()
        while first.widthShift < second.widthShift { first.widen() }
        while second.widthShift < first.widthShift { second.widen() }
        let count = max(first.bins.count, second.bins.count)
        var throughput = Session.Throughput()
        throughput.binWidth = first.binWidth
        (throughput.forward, throughput.backward) = (first.rates(count), second.rates(count))
        return throughput
    }

    private func rates(_ count: Int) -> [Double] {
        (0..<count).map { index in
            let bits = Double(index < bins.count ? bins[index] : 0) * 8
            return (bits / binWidth * 1e3).rounded() / 1e3
        }
    }
}

/// Time in steps of ten milliseconds since a session began. Less than the 16 ms of an AWDL availability window.
enum TimeSlot {
    /// Nanoseconds.
    static let width: Int64 = 10_000_000

    /// - Parameter elapsed: Nanoseconds; times before the start count as the start.
    @inline(__always)
    static func at(_ elapsed: Int64) -> Int { Int(truncatingIfNeeded: max(0, elapsed) / width) }
}
