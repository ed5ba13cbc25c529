/// The most bytes within 100 ms, found with a window of ten slots of 10 ms that moves on by whole slots.
///
/// Whatever comes within 90 ms is counted whole, wherever it begins. Of 100 ms that begin within a slot the eleventh slot is
/// left out: a burst that lies across both borders may be counted half.
struct PeakRate: Sendable {
    private static let slotCount = 10

    /// A ring, of which ten are used: a vector lies within the connection's own memory.
    private var slots = SIMD16<UInt32>()
    private var newest = 0
    /// The index of `newest` in the ring.
    private var index = 0
    private var total: UInt64 = 0
    private var bestBytes: UInt64 = 0

    /// Bits per second, nil before the first packet.
    var bitsPerSecond: Double? { bestBytes > 0 ? Double(bestBytes) * 80 : nil }

    /// Counts bytes at a time given as a ``TimeSlot``. A packet that is older than another one counts where it belongs, if
    /// that is within the window; a fragment comes late when its datagram never became whole.
    @inline(__always)
    mutating func add(bytes: Int, at slot: Int) {
        if slot > newest { move(to: slot) }
        let size = UInt32(clamping: bytes)
        var place = index
        if slot < newest {
            let age = newest &- slot
            guard age < Self.slotCount else { return }
            place = age <= index ? index &- age : index &- age &+ Self.slotCount
        }
        slots[place] = slots[place] &+ size
        total &+= UInt64(size)
        bestBytes = max(bestBytes, total)
    }

    private mutating func move(to slot: Int) {
        if slot - newest >= Self.slotCount {
            slots = .zero
            total = 0
        } else {
            for _ in newest..<slot {
                index = index == Self.slotCount - 1 ? 0 : index + 1
                total &-= UInt64(slots[index])
                slots[index] = 0
            }
        }
        newest = slot
    }
}
