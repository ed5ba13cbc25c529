import TraceModel
import TraceReports

/// The report as it is in the page: what `--format json` prints, with what has no room left out.
struct EmbeddedReport {
    let json: [UInt8]
    /// The report of those bytes.
    let report: TraceReport
    /// Where the sessions are in it, by their ids.
    let sessionPlaces: [Int: Int]

    /// Bytes above which lists lose their entries of least weight.
    static let limit = 400_000
    /// So many sessions are too many, without looking at them.
    private static let sessionLimit = 2000

    /// - Parameters:
    ///   - shown: The sessions that have a section: they keep their throughput, and stay as long as any.
    ///   - limit: In bytes.
    init(_ report: TraceReport, shown: [Int], limit: Int = Self.limit) throws {
        var outline = report
        let chosen = Set(shown)
        for index in outline.sessions.indices where !chosen.contains(outline.sessions[index].id) {
            outline.sessions[index].throughput.forward = []
            outline.sessions[index].throughput.backward = []
        }
        var leftOut: [(key: String, count: Int)] = []
        let isLong = try Self.mayBeLong(outline) || Self.size(outline) > limit
        if isLong {
            (outline, leftOut) = try Self.cut(outline, chosen, limit)
        }
        var text = JSONExcerpt()
        text.add(try Self.render(outline), leftOut: leftOut)
        (self.report, json) = (outline, text.bytes)
        sessionPlaces = Dictionary(
            outline.sessions.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    private static func render(_ value: some Encodable) throws -> [UInt8] {
        try JSONReport.render(value, pretty: false).dropLast()
    }

    private static func size(_ value: any Encodable) throws -> Int {
        func size(_ value: some Encodable) throws -> Int { try render(value).count }
        return try size(value)
    }

    private static func mayBeLong(_ report: TraceReport) -> Bool { report.sessions.count > sessionLimit }

    /// Keeps the entries that count most of each list, as far as they fit.
    private static func cut(
        _ report: TraceReport, _ chosen: Set<Int>, _ limit: Int
    ) throws -> (TraceReport, [(String, Int)]) {
        var lists: [any CuttableList] = [
            CutList("sessions", \.sessions, share: 0.4) { session, _ in
                (chosen.contains(session.id) ? 1e18 : 0) + Double(session.wireBytes)
            },
            CutList("findings", \.findings, share: 0.15) { finding, index in
                (finding.severity == .error ? 2e9 : finding.severity == .warning ? 1e9 : 0) - Double(index)
            },
            CutList("services", \.services, share: 0.2) { _, index in -Double(index) },
            CutList("peers", \.peers, share: 0.1) { _, index in -Double(index) },
            CutList("relayedMessages", \.relayedMessages, share: 0.05) { _, index in -Double(index) },
            CutList("hosts", \.hosts, share: 0.05) { _, index in -Double(index) },
            CutList("queries", \.queries, share: 0.05) { _, index in -Double(index) },
            CutList("meshes", \.meshes, share: 0) { _, index in -Double(index) },
        ]
        var outline = report
        for list in lists { list.clear(&outline) }
        var left = try limit - size(outline) - 200
        let room = left
        for index in lists.indices {
            try lists[index].measure(report, limit, least: chosen.count, size)
            // The sections of sessions show figures of the data.
            let wanted = lists[index].key == "sessions" ? lists[index].keep(first: chosen.count) : 0
            left -= wanted + lists[index].keep(atMost: Int(Double(room) * lists[index].share) - wanted)
        }
        for index in lists.indices { left -= lists[index].keep(atMost: left) }
        var leftOut: [(String, Int)] = []
        for list in lists {
            let count = list.put(into: &outline, from: report)
            if count > 0 { leftOut.append((list.key, count)) }
        }
        return (outline, leftOut)
    }
}

/// A list of the report that may lose entries.
private protocol CuttableList {
    var key: String { get }
    /// Of the room that there is, before others take what is left.
    var share: Double { get }
    func clear(_ report: inout TraceReport)
    mutating func measure(
        _ report: TraceReport, _ limit: Int, least: Int, _ size: (any Encodable) throws -> Int) throws
    /// Keeps more entries, and returns the bytes that they take.
    mutating func keep(atMost bytes: Int) -> Int
    /// Keeps that many of the entries with most weight in any case, and returns the bytes that they take.
    mutating func keep(first count: Int) -> Int
    /// Puts the entries that are kept in their order. Returns how many are left out.
    func put(into outline: inout TraceReport, from report: TraceReport) -> Int
}

private struct CutList<Element: Encodable>: CuttableList {
    let key: String
    let share: Double
    private let path: WritableKeyPath<TraceReport, [Element]>
    private let weight: (Element, Int) -> Double
    /// Places in the list by weight, with their bytes.
    private var entries: [(place: Int, size: Int)] = []
    private var kept = 0

    init(
        _ key: String, _ path: WritableKeyPath<TraceReport, [Element]>, share: Double,
        weight: @escaping (Element, Int) -> Double
    ) {
        (self.key, self.path, self.share, self.weight) = (key, path, share, weight)
    }

    func clear(_ report: inout TraceReport) { report[keyPath: path] = [] }

    mutating func measure(
        _ report: TraceReport, _ limit: Int, least: Int, _ size: (any Encodable) throws -> Int
    ) throws {
        let list = report[keyPath: path]
        let weights = list.enumerated().map { weight($0.element, $0.offset) }
        let order = list.indices.sorted { (weights[$0], $1) > (weights[$1], $0) }
        // Those that come after what fits are not even measured.
        var total = 0
        for place in order where total <= limit || entries.count < least {
            entries.append((place, try size(list[place]) + 1))
            total += entries[entries.count - 1].size
        }
    }

    mutating func keep(first count: Int) -> Int {
        kept = min(count, entries.count)
        return entries.prefix(kept).reduce(0) { $0 + $1.size }
    }

    mutating func keep(atMost bytes: Int) -> Int {
        var taken = 0
        while kept < entries.count, taken + entries[kept].size <= bytes {
            taken += entries[kept].size
            kept += 1
        }
        return taken
    }

    func put(into outline: inout TraceReport, from report: TraceReport) -> Int {
        let list = report[keyPath: path]
        outline[keyPath: path] = entries.prefix(kept).map(\.place).sorted().map { list[$0] }
        return list.count - kept
    }
}

extension Session {
    /// Bytes on the wire in both directions.
    var wireBytes: Int { forward.wireBytes + backward.wireBytes }
}
