/// Disjoint ranges of a stream, in order.
struct ByteRanges: Sendable {
    private var ranges: [Range<Int64>] = []

    init(_ parts: [Range<Int64>]) {
        for part in parts.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, part.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                ranges.append(part)
            }
        }
    }

    /// The first range that ends after a position.
    private func index(endingAfter position: Int64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func contains(_ range: Range<Int64>) -> Bool {
        let index = index(endingAfter: range.lowerBound)
        return index < ranges.count && ranges[index].lowerBound <= range.lowerBound
            && ranges[index].upperBound >= range.upperBound
    }

    func overlaps(_ range: Range<Int64>) -> Bool {
        let index = index(endingAfter: range.lowerBound)
        return index < ranges.count && ranges[index].lowerBound < range.upperBound
    }
}
