import TraceReports

/// The data of a page: a report as JSON, whose lists lose their entries of least weight where it would be too long.
struct FittedData<Report: Encodable> {
    /// What is left of it.
    let report: Report
    let json: [UInt8]
    /// Whether anything is missing.
    let isCut: Bool

    /// - Parameters:
    ///   - lists: Those that may lose entries. Keys are those of `leftOut`.
    ///   - leftOut: What is missing in it already.
    ///   - limit: In bytes.
    init(
        _ report: Report, lists: [CutList<Report>], leftOut: [(key: String, count: Int)] = [],
        limit: Int = EmbeddedReport.limit
    ) throws {
        var outline = report
        for list in lists { list.put(&outline, report, []) }
        var left = try limit - JSONExcerpt.render(outline).count - Self.leftOutSize
        let room = left
        let entries = try lists.map { try $0.measure(report, limit) }
        var kept = zip(lists, entries).map { list, entries in min(list.least, entries.count) }
        func keepMore(of index: Int, atMost bytes: Int) {
            var taken = 0
            while kept[index] < entries[index].count, taken + entries[index][kept[index]].size <= bytes {
                taken += entries[index][kept[index]].size
                kept[index] += 1
            }
            left -= taken
        }
        for (index, list) in lists.enumerated() {
            let wanted = entries[index].prefix(kept[index]).reduce(0) { $0 + $1.size }
            left -= wanted
            keepMore(of: index, atMost: Int(Double(room) * list.share) - wanted)
        }
        for index in lists.indices { keepMore(of: index, atMost: left) }
        var leftOut = leftOut
        for (index, list) in lists.enumerated() {
            list.put(&outline, report, entries[index].prefix(kept[index]).map(\.place).sorted())
            let missing = list.count(report) - kept[index]
            if missing > 0 { leftOut.append((list.key, missing)) }
        }
        var excerpt = JSONExcerpt()
        excerpt.add(try JSONExcerpt.render(outline), leftOut: leftOut)
        (self.report, json, isCut) = (outline, excerpt.bytes, !leftOut.isEmpty)
    }

    /// Room for what is said of lists that lost entries.
    private static var leftOutSize: Int { 200 }
}

/// A list of a report that may lose entries.
struct CutList<Report> {
    let key: String
    /// Of the room that there is, before others take what is left.
    let share: Double
    /// So many of the entries with most weight stay in any case.
    let least: Int
    let count: (Report) -> Int
    /// Places in the list by weight, with the bytes of their entries. Those that come after what fits are not measured.
    let measure: (Report, _ limit: Int) throws -> [(place: Int, size: Int)]
    /// Puts the entries at these places of the second report into the first one, as all that its list has.
    let put: (inout Report, Report, _ places: [Int]) -> Void

    /// - Parameter weight: Of an entry at a place of the list; without it the first ones count most.
    init<Element: Encodable>(
        _ key: String, share: Double = 0, least: Int = 0, get: @escaping (Report) -> [Element],
        set: @escaping (inout Report, [Element]) -> Void, weight: ((Element, Int) -> Double)? = nil
    ) {
        (self.key, self.share, self.least) = (key, share, least)
        count = { get($0).count }
        measure = { report, limit in
            let list = get(report)
            var order = Array(list.indices)
            if let weight {
                let weights = list.enumerated().map { weight($0.element, $0.offset) }
                order.sort { (weights[$0], $1) > (weights[$1], $0) }
            }
            var entries: [(place: Int, size: Int)] = []
            var total = 0
            for place in order where total <= limit || entries.count < least {
                entries.append((place, try JSONExcerpt.render(list[place]).count + 1))
                total += entries[entries.count - 1].size
            }
            return entries
        }
        put = { outline, report, places in
            let list = get(report)
            set(&outline, places.map { list[$0] })
        }
    }

    init<Element: Encodable>(
        _ key: String, _ path: WritableKeyPath<Report, [Element]>, share: Double = 0, least: Int = 0,
        weight: ((Element, Int) -> Double)? = nil
    ) {
        self.init(
            key, share: share, least: least, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 },
            weight: weight)
    }
}
