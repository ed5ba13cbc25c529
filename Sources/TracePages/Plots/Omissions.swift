import WireText

/// What a plot has no room for, in words for the note of its table: a list is cut here and nowhere else, so that none is cut in
/// silence.
struct Omissions {
    /// Empty where everything is shown.
    private(set) var note = ""

    /// The first entries of a list.
    ///
    /// - Parameters:
    ///   - name: What the entries are, in the plural.
    ///   - order: What makes them the first ones, `with most frames`; empty for the order of the report.
    mutating func first<Entry>(
        _ limit: Int, of list: some Collection<Entry>, _ name: String, _ order: String = ""
    ) -> [Entry] {
        if list.count > limit {
            add(order.isEmpty ? "The first \(limit) \(name)" : "The \(limit) \(name) \(order)", list.count - limit)
        }
        return Array(list.prefix(limit))
    }

    /// Entries of a list in the order of time, as many as there is room for, as evenly as possible.
    ///
    /// - Returns: Them, each with its index in the list.
    mutating func thinned<Entry>(_ limit: Int, of list: [Entry], _ name: String) -> [(index: Int, entry: Entry)] {
        if list.count > limit {
            add("Thinned evenly over time, \(Quantity.grouped(limit)) \(name)", list.count - limit)
        }
        return Self.indices(of: list.count, limit).map { ($0, list[$0]) }
    }

    private mutating func add(_ shown: String, _ count: Int) {
        note += (note.isEmpty ? "" : " ") + shown + " are shown; \(Quantity.grouped(count)) more are not."
    }

    /// So many of the numbers below a count, the first and the last among them.
    private static func indices(of count: Int, _ limit: Int) -> [Int] {
        guard count > limit else { return Array(0..<count) }
        guard limit > 1 else { return Array(0..<max(0, limit)) }
        return (0..<limit).map { $0 * (count - 1) / (limit - 1) }
    }
}
