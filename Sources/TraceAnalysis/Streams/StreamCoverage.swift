import WireCoding

/// Which bytes of a stream were seen: disjoint intervals of stream offsets.
///
/// A stream without holes is one interval that grows at its end, without any allocation. Holes are kept apart up to
/// ``maximumIntervals``; then the oldest ones are taken as final (their bytes stay missing).
struct StreamCoverage: Sendable {
    /// A sniffer that drops one packet in a hundred makes a hole every 150 kB; old ones never fill, so that remembering
    /// the last 1,024 is remembering far more than TCP's windows.
    static let maximumIntervals = 1024

    /// Sorted and disjoint, all before ``current``.
    private(set) var earlier: [Range<Int64>] = []
    /// The interval with the highest bytes.
    private(set) var current: Range<Int64>?
    /// Bytes in intervals that were let go.
    private(set) var settledBytes: Int64 = 0
    private var settledStart: Int64?

    /// Bytes seen, each once.
    private(set) var total: Int64 = 0

    /// One past the highest byte seen; 0 before the first.
    var end: Int64 { current?.upperBound ?? 0 }

    /// The lowest byte seen.
    var start: Int64 { settledStart ?? earlier.first?.lowerBound ?? current?.lowerBound ?? 0 }

    /// Adds a range and says how many of its bytes were new.
    ///
    /// - Complexity: O(1) at the end of the stream, O(holes) elsewhere.
    @inline(__always)
    mutating func insert(_ range: Range<Int64>) -> Int64 {
        if let last = current, range.lowerBound == last.upperBound {
            current = last.lowerBound..<range.upperBound
            let new = range.upperBound - range.lowerBound
            total += new
            return new
        }
        return insertOutOfOrder(range)
    }

    @inline(never)
    private mutating func insertOutOfOrder(_ range: Range<Int64>) -> Int64 {
        guard !range.isEmpty else { return 0 }
        guard let last = current else {
            current = range
            total += Int64(range.count)
            return Int64(range.count)
        }
        if range.lowerBound > last.upperBound {
            earlier.append(last)
            current = range
            total += Int64(range.count)
            settle()
            return Int64(range.count)
        }
        // Bytes below everything that was dropped count as seen: they cannot be distinguished from repetitions any
        // more.
        var lower = range.lowerBound
        if settledStart != nil, let floor = earlier.first?.lowerBound ?? current?.lowerBound {
            lower = Swift.max(lower, floor)
            guard lower < range.upperBound else { return 0 }
        }
        return merge(lower..<range.upperBound)
    }

    private mutating func merge(_ range: Range<Int64>) -> Int64 {
        if let last = current { earlier.append(last) }
        var new = Int64(range.count)
        var united = range
        // The first interval that ends at or after the range's start.
        let low = earlier.partitioningIndex { $0.upperBound >= range.lowerBound }
        var after = low
        while after < earlier.count, earlier[after].lowerBound <= range.upperBound {
            new -= Int64(earlier[after].clamped(to: range).count)
            united =
                Swift.min(
                    united.lowerBound, earlier[after].lowerBound)..<Swift.max(
                    united.upperBound, earlier[after].upperBound)
            after += 1
        }
        earlier.replaceSubrange(low..<after, with: CollectionOfOne(united))
        current = earlier.removeLast()
        total += new
        settle()
        return new
    }

    private mutating func settle() {
        guard earlier.count > Self.maximumIntervals else { return }
        let removed = earlier.prefix(Self.maximumIntervals / 2)
        settledStart = settledStart ?? removed.first?.lowerBound
        settledBytes += removed.reduce(0) { $0 + Int64($1.count) }
        earlier.removeFirst(removed.count)
    }

    /// Bytes missing between the stream's start and its end.
    ///
    /// - Parameter finish: The offset of the FIN, if one was seen.
    func missing(from origin: Int64, finish: Int64?) -> Int64 {
        Swift.max(0, Swift.max(end, finish ?? end) - Swift.min(origin, start) - total)
    }
}
