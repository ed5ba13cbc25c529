/// Entries by time in bins of one width; while there are no more entries than bins may be, each is a bin of its own.
enum EvenBins {
    /// - Parameters:
    ///   - entries: In the order of time.
    ///   - limit: Bins at most, at least 1.
    ///   - time: In nanoseconds.
    /// - Returns: The entries of each bin that has any, in order.
    static func of<Entry>(_ entries: [Entry], _ limit: Int, time: (Entry) -> Int64) -> [[Entry]] {
        guard let first = entries.first, let last = entries.last else { return [] }
        guard entries.count > limit else { return entries.map { [$0] } }
        let span = time(last).subtractingReportingOverflow(time(first)).partialValue.magnitude
        let width = max(1, span / UInt64(max(1, limit)) + 1)
        return entries.chunked {
            (time($0) &- time(first)).magnitude / width == (time($1) &- time(first)).magnitude / width
        }
    }
}

extension Array {
    /// Neighbors that belong together.
    fileprivate func chunked(_ belongTogether: (Element, Element) -> Bool) -> [[Element]] {
        var chunks: [[Element]] = []
        var start = startIndex
        for index in indices.dropFirst() where !belongTogether(self[index - 1], self[index]) {
            chunks.append(Array(self[start..<index]))
            start = index
        }
        return isEmpty ? [] : chunks + [Array(self[start...])]
    }
}
