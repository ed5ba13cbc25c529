/// The ranks of values among all of them, from 1 on, where equal values share the mean of the ranks that they take.
struct MidRanks {
    /// Twice the rank of each value, in the order of the values: a mean of ranks may be half a number, and sums of whole
    /// numbers can be compared.
    let doubled: [Int]
    /// The sum of t³ − t over all groups of t equal values.
    let tieSum: Double

    init(_ values: [Double]) {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var doubled = [Int](repeating: 0, count: values.count)
        var tieSum = 0.0
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            // Ranks start + 1 … end.
            for place in start..<end { doubled[order[place]] = start + 1 + end }
            let ties = Double(end - start)
            tieSum += ties * ties * ties - ties
            start = end
        }
        self.doubled = doubled
        self.tieSum = tieSum
    }
}
