@testable import TraceAnalysis

extension FlowTable {
    /// Slots that are looked at to find every key once: the work.
    var probes: Int {
        var sum = 0
        for (index, slot) in slots.enumerated() where slot.entry != 0 {
            let home = Int(truncatingIfNeeded: entries[Int(slot.entry) - 1].key.hash(seed: seed)) & mask
            sum += (index - home) & mask + 1
        }
        return sum
    }

    /// Traps where a key cannot be found or slots and entries disagree.
    func checkInvariants() {
        precondition(slots.count.nonzeroBitCount == 1 && mask == slots.count - 1, "the size is not a power of two")
        precondition(slots.count(where: { $0.entry != 0 }) == entries.count, "slots and entries disagree")
        for stored in entries {
            precondition(number(of: stored.key) == Int(stored.number), "a key is lost")
        }
    }
}

extension StreamCoverage {
    /// Traps where the intervals overlap, touch, or do not add up.
    func checkInvariants() {
        var previous = Int64.min
        var sum = settledBytes
        for interval in earlier + (current.map { [$0] } ?? []) {
            precondition(interval.lowerBound > previous || previous == .min, "intervals touch or are out of order")
            precondition(!interval.isEmpty, "an empty interval")
            previous = interval.upperBound
            sum += Int64(interval.count)
        }
        precondition(sum == total, "the total is not the sum")
        precondition(earlier.count <= Self.maximumIntervals, "more intervals than the limit")
    }
}
