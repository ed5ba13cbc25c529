/// Bytes over time of one direction: a series of bins, and the peak.
///
/// The newest slots are kept apart from both: most packets touch nothing else, which matters where a packet is rarely of the
/// connection that the last one was of.
struct RateMeter: Sendable {
    private struct Rates: Sendable {
        var throughput = ThroughputSeries()
        var peak = PeakRate()

        mutating func add(bytes: Int, at slot: Int) {
            throughput.add(bytes: bytes, at: slot)
            peak.add(bytes: bytes, at: slot)
        }
    }

    private static let room = 8

    /// The slot that bytes were last counted in, and its bytes.
    private var newest = 0
    private var newestBytes = 0
    private var rates: Box<Rates>?
    /// Slots before the newest one, counted from `base`, and their bytes.
    private var slots = SIMD8<Int32>()
    private var bytes = SIMD8<UInt32>()
    private var base = 0
    private var count = 0

    /// Counts bytes at a time given as a ``TimeSlot``.
    @inline(__always)
    mutating func add(bytes: Int, at slot: Int) {
        if slot != newest { begin(slot) }
        newestBytes &+= bytes
    }

    @inline(never)
    private mutating func begin(_ slot: Int) {
        defer { newest = slot }
        guard newestBytes > 0 else { return }
        if count == 0 { base = newest }
        if let distance = Int32(exactly: newest &- base), let bytes = UInt32(exactly: newestBytes), count < Self.room {
            slots[count] = distance
            self.bytes[count] = bytes
            count += 1
            newestBytes = 0
        } else {
            settle()
        }
    }

    private mutating func settle() {
        if rates == nil { rates = Box(Rates()) }
        for index in 0..<count { rates!.value.add(bytes: Int(bytes[index]), at: base &+ Int(slots[index])) }
        if newestBytes > 0 { rates!.value.add(bytes: newestBytes, at: newest) }
        (count, newestBytes) = (0, 0)
    }

    private var settled: Rates {
        var settled = self
        settled.settle()
        return settled.rates?.value ?? Rates()
    }

    /// Loads what the next packet touches, if it will settle the newest slots.
    func load() -> UInt8 { count == Self.room ? rates?.load(first: MemoryLayout<Rates>.size) ?? 0 : 0 }

    var throughput: ThroughputSeries { settled.throughput }

    /// Bits per second; nil before the first packet.
    var peak: Double? { settled.peak.bitsPerSecond }

    /// Gives back memory kept for more.
    mutating func finish() {
        guard rates != nil || newestBytes > 0 else { return }
        settle()
        rates?.value.throughput.finish()
    }
}
