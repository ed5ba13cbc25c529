import WireCoding

/// A set of packet numbers, kept as ranges. Memory has a limit, however many holes the numbers have.
struct QUICPacketNumberSet: Sendable {
    /// The maximum number of ranges. Beyond it the lowest hole is filled.
    static let maximumRanges = 512

    /// In ascending order, with at least one missing number between two of them.
    private(set) var ranges: [ClosedRange<UInt64>] = []
    /// Numbers that were added only because the holes became too many.
    private(set) var filledNumbers: UInt64 = 0

    var smallest: UInt64? { ranges.first?.lowerBound }
    var largest: UInt64? { ranges.last?.upperBound }

    func contains(_ number: UInt64) -> Bool {
        let index = ranges.partitioningIndex { $0.upperBound >= number }
        return index < ranges.count && ranges[index].lowerBound <= number
    }

    /// Adds numbers up to 2^62 - 1.
    ///
    /// - Returns: Whether at least one was not there yet.
    @discardableResult
    mutating func insert(_ range: ClosedRange<UInt64>) -> Bool {
        let first = ranges.partitioningIndex { $0.upperBound &+ 1 >= range.lowerBound }
        let end = ranges.partitioningIndex { $0.lowerBound > range.upperBound &+ 1 }
        guard first < end else {
            ranges.insert(range, at: first)
            fillLowestHole()
            return true
        }
        let old = ranges[first]
        if end - first == 1, old.lowerBound <= range.lowerBound, range.upperBound <= old.upperBound { return false }
        let merged =
            min(old.lowerBound, range.lowerBound)...max(ranges[end - 1].upperBound, range.upperBound)
        ranges.replaceSubrange(first..<end, with: CollectionOfOne(merged))
        return true
    }

    private mutating func fillLowestHole() {
        guard ranges.count > Self.maximumRanges else { return }
        filledNumbers &+= ranges[1].lowerBound - ranges[0].upperBound - 1
        ranges.replaceSubrange(0..<2, with: CollectionOfOne(ranges[0].lowerBound...ranges[1].upperBound))
    }

    /// How many numbers of a range are in the set.
    func count(in limits: ClosedRange<UInt64>) -> UInt64 {
        var count: UInt64 = 0
        for index in ranges.partitioningIndex(where: { $0.upperBound >= limits.lowerBound })..<ranges.count {
            guard ranges[index].lowerBound <= limits.upperBound else { break }
            let range = ranges[index].clamped(to: limits)
            count &+= range.upperBound - range.lowerBound + 1
        }
        return count
    }

    /// How many numbers of a range are in this set and not in another.
    func count(in limits: ClosedRange<UInt64>, without other: QUICPacketNumberSet) -> UInt64 {
        ranges.reduce(0) { sum, range in
            guard range.overlaps(limits) else { return sum }
            let range = range.clamped(to: limits)
            return sum &+ (range.upperBound - range.lowerBound + 1 - other.count(in: range))
        }
    }
}
