/// The most bytes within 100 ms, found with a window of ten slots of 10 ms that moves on by whole slots.
///
/// The true maximum over windows that begin anywhere is higher by less than one slot's share.
struct PeakRate: Sendable {
    private static let slotWidth: Int64 = 10_000_000
    private static let slotCount: Int64 = 10

    /// A ring, of which ten are used: a vector lies within the connection's own memory.
    private var slots = SIMD16<UInt32>()
    private var newest: Int64 = .min
    private var total: UInt64 = 0
    private var bestBytes: UInt64 = 0

    /// Bits per second, nil before the first packet.
    var bitsPerSecond: Double? { bestBytes > 0 ? Double(bestBytes) * 80 : nil }

    /// - Parameter time: Nanoseconds, not negative.
    mutating func add(bytes: Int, at time: Int64) {
        let slot = Swift.max(0, time) / Self.slotWidth
        if slot > newest {
            if newest == .min || slot - newest >= Self.slotCount {
                slots = .zero
                total = 0
            } else {
                for passed in newest + 1...slot { clear(passed) }
            }
            newest = slot
        }
        // A packet older than the window counts in its oldest slot.
        let index = Int(Swift.max(slot, newest - Self.slotCount + 1, 0) % Self.slotCount)
        let (sum, tooMuch) = slots[index].addingReportingOverflow(UInt32(clamping: bytes))
        guard !tooMuch else { return }
        slots[index] = sum
        total += UInt64(UInt32(clamping: bytes))
        bestBytes = Swift.max(bestBytes, total)
    }

    private mutating func clear(_ slot: Int64) {
        let index = Int(slot % Self.slotCount)
        total -= UInt64(slots[index])
        slots[index] = 0
    }
}
