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
    /// The number of the first of `bins`: 0 where slots count from a start, else ``unknown`` before the first bytes.
    private var firstBin = 0

    private static let unknown = Int.min

    init() {}

    /// A series without a start that all slots count from: they are those of ``TimeSlot/ofMoment(_:)``, and may come in any order.
    /// A bin begins at a multiple of its width, so series of parts of a capture add up to that of the whole.
    static var withoutStart: ThroughputSeries {
        var series = ThroughputSeries()
        series.firstBin = unknown
        return series
    }

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
        while !hasRoom(for: slot >> widthShift) { widen() }
        currentBlock = (slot >> widthShift) >> 3
    }

    /// Whether the blocks of eight from the first bin to the last one, with this one among them, are not too many.
    private func hasRoom(for bin: Int) -> Bool {
        let first = bins.isEmpty && firstBin == Self.unknown ? bin : min(firstBin, bin)
        let last = bins.isEmpty ? bin : max(firstBin + bins.count - 1, bin)
        return (last >> 3) - (first >> 3) < Self.maximumBins >> 3
    }

    /// Puts the bytes of the current bins where they belong.
    private mutating func store() {
        let first = currentBlock * 8
        for index in 0..<8 where current[index] > 0 { store(current[index], in: first + index) }
        current = SIMD8()
    }

    private mutating func store(_ bytes: UInt64, in bin: Int) {
        if firstBin == Self.unknown { firstBin = bin }
        if bin < firstBin {
            bins.insert(contentsOf: repeatElement(0, count: firstBin - bin), at: 0)
            firstBin = bin
        }
        while bins.count <= bin - firstBin { bins.append(0) }
        bins[bin - firstBin] &+= bytes
    }

    /// Gives back memory kept for more bins.
    mutating func finish() {
        store()
        bins = bins.map { $0 }
    }

    private mutating func widen() {
        widthShift += 1
        guard firstBin != Self.unknown else { return }
        // The first of two that are united has an even number.
        if !firstBin.isMultiple(of: 2) {
            bins.insert(0, at: 0)
            firstBin -= 1
        }
        firstBin >>= 1
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

extension ThroughputSeries {
    /// The numbers of the bins that have anything; nil for none.
    var range: Range<Int>? { bins.isEmpty ? nil : firstBin..<firstBin + bins.count }

    /// The bytes of all bins.
    var sum: Int { Int(clamping: bins.reduce(current.wrappedSum(), &+)) }

    /// What each of these bins has.
    func values(_ range: Range<Int>) -> [Int] {
        // Where nothing was counted, or packets of no bytes, there is no first bin.
        guard !bins.isEmpty else { return range.map { _ in 0 } }
        return range.map { bins.indices.contains($0 - firstBin) ? Int(clamping: bins[$0 - firstBin]) : 0 }
    }

    /// Adds what another series without a start counted.
    mutating func add(_ other: ThroughputSeries) {
        var other = other
        other.store()
        align(with: &other)
        while let range = other.range, !hasRoom(for: range.lowerBound) || !hasRoom(for: range.upperBound - 1) {
            widen()
            other.widen()
        }
        for (index, bytes) in other.bins.enumerated() where bytes > 0 { store(bytes, in: other.firstBin + index) }
    }

    /// Makes the bins of both as wide as those of the one that has the wider ones.
    mutating func align(with other: inout ThroughputSeries) {
        store()
        other.store()
        while widthShift < other.widthShift { widen() }
        while other.widthShift < widthShift { other.widen() }
    }
}

/// Time in steps of ten milliseconds since a session began. Less than the 16 ms of an AWDL availability window.
enum TimeSlot {
    /// Nanoseconds.
    static let width: Int64 = 10_000_000

    /// - Parameter elapsed: Nanoseconds; times before the start count as the start.
    @inline(__always)
    static func at(_ elapsed: Int64) -> Int { Int(truncatingIfNeeded: max(0, elapsed) / width) }

    /// The slot of a time since 1970 in nanoseconds, which may be negative.
    @inline(__always)
    static func ofMoment(_ time: Int64) -> Int {
        // Rounded down: there is no slot of double width around 1970.
        Int(truncatingIfNeeded: (time >= 0 ? time : max(time, .min + width) &- (width &- 1)) / width)
    }
}
