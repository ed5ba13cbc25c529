import TraceReports

/// The data of a page whose report has one list that may be long.
enum FittedData {
    /// The report as JSON for a page. Where that is too long, the list loses the entries of least weight.
    ///
    /// - Parameters:
    ///   - list: Its key, and where it is.
    ///   - limit: In bytes.
    static func json<Report: Encodable, Element: Encodable>(
        _ report: Report, list: (key: String, path: WritableKeyPath<Report, [Element]>),
        limit: Int = EmbeddedReport.limit, weight: (Element) -> Double = { _ in 0 }
    ) throws -> [UInt8] {
        func render(_ value: some Encodable) throws -> [UInt8] {
            try JSONReport.render(value, pretty: false).dropLast()
        }
        var excerpt = JSONExcerpt()
        let whole = try render(report)
        guard whole.count > limit else {
            excerpt.add(whole)
            return excerpt.bytes
        }
        let entries = report[keyPath: list.path]
        var outline = report
        outline[keyPath: list.path] = []
        var left = limit - (try render(outline)).count
        let weights = entries.map(weight)
        var kept: [Int] = []
        for place in entries.indices.sorted(by: { (weights[$0], $1) > (weights[$1], $0) }) {
            left -= try render(entries[place]).count + 1
            guard left >= 0 else { break }
            kept.append(place)
        }
        outline[keyPath: list.path] = kept.sorted().map { entries[$0] }
        excerpt.add(try render(outline), leftOut: [(list.key, entries.count - kept.count)])
        return excerpt.bytes
    }
}
