extension [Double] {
    /// The middle value, of an even number of values the mean of the middle two; nil without values.
    var median: Double? {
        guard !isEmpty else { return nil }
        return sorted().medianOfSorted
    }

    /// The same for values in ascending order; there must be at least one.
    var medianOfSorted: Double {
        let middle = count / 2
        return count.isMultiple(of: 2) ? (self[middle - 1] + self[middle]) / 2 : self[middle]
    }
}
