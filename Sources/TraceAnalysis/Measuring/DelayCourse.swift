/// How delays went from the first to the last, in bounded memory: means of groups that follow each other, all of one size, which doubles
/// when there are too many of them.
struct DelayCourse: Sendable {
    /// Groups, at most; there are at least half as many from then on.
    static let limit = 16

    /// Nanoseconds of each group together.
    private var sums: [Int64] = []
    /// A group has two to the power of this many samples.
    private var shift: UInt8 = 0

    /// - Parameters:
    ///   - nanoseconds: Not negative.
    ///   - index: How many came before.
    mutating func record(_ nanoseconds: Int64, index: Int) {
        let group = index >> Int(shift)
        if group < sums.count {
            sums[group] &+= nanoseconds
        } else if sums.count < Self.limit {
            sums.append(nanoseconds)
        } else {
            sums = stride(from: 0, to: sums.count, by: 2).map { sums[$0] &+ sums[$0 + 1] }
            shift += 1
            record(nanoseconds, index: index)
        }
    }

    /// The mean of each group in nanoseconds.
    ///
    /// - Parameter count: Of all samples.
    func means(of count: Int) -> [Double] {
        sums.enumerated().map { group, sum in
            let size = min(1 << Int(shift), count - group << Int(shift))
            return Double(sum) / Double(max(1, size))
        }
    }
}
