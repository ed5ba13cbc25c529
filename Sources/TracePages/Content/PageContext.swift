import TraceModel
import TraceReports

/// What the sections of one capture are made of.
struct PageContext {
    let report: TraceReport
    let embedded: EmbeddedReport
    /// What a second reading of the capture gave; nil where it could not be read twice.
    let details: CaptureDetails?
    /// The commands that copy packets; nil where the capture cannot be read again.
    let extraction: PacketExtraction?
    /// What follows the ids of elements, and what paths into the report begin with: of several captures, each has its own.
    let suffix: String
    let pointer: String
    let names: PeerNames
    /// The sessions that have a section, in order.
    let shown: [Int]
    /// The whole capture's times.
    let wholeTime: Scale
    /// How many rows the tables behind the plots of a session may have.
    var rowsPerSession = 400
    var tightness = Tightness.none

    /// How much a page must leave out to stay within its size.
    enum Tightness: Int, Comparable {
        case none
        /// Lists show a third of what they show otherwise.
        case short
        /// And bins of throughput are twice as wide.
        case coarse
        /// And other plots of sessions have half the rows at least.
        case sparse
        /// And a quarter of them; lists show a sixth.
        case least

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// - Parameters:
    ///   - number: Of the capture among several; nil for the only one.
    ///   - limit: Bytes of the report as data.
    init(_ capture: PageCapture, number: Int?, limit: Int = EmbeddedReport.limit) throws {
        report = capture.report
        details = capture.details
        // What came from a pipe is gone.
        extraction = capture.details == nil ? nil : capture.extraction
        suffix = number.map { "-\($0)" } ?? ""
        pointer = number.map { "/\($0 - 1)" } ?? ""
        names = PeerNames(capture.report.peers)
        shown = Self.sessionsShown(capture.report)
        let ends = [capture.report.sessions.map(\.end).max(), capture.report.services.map(\.lastSeen).max()]
        wholeTime = Scale(from: 0, to: max(capture.report.capture.duration ?? 0, ends.compactMap(\.self).max() ?? 0))
        embedded = try EmbeddedReport(capture.report, shown: shown, limit: limit)
    }

    /// The sessions that have a section: those with most bytes that are no multicast, in order of their ids.
    static func sessionsShown(_ report: TraceReport) -> [Int] {
        // Numbers are sorted, not sessions, which are large.
        let own = report.sessions.lazy.filter { !$0.isMulticast }.map { (weight: $0.wireBytes, id: $0.id) }
        return own.sorted { ($0.weight, $1.id) > ($1.weight, $0.id) }.prefix(maximumSections).map(\.id).sorted()
    }

    static let maximumSections = 12

    /// A peer by its id in the report, or by one of those that it gives itself.
    func name(who id: String) -> String {
        let peer = report.peers.first { $0.id == id || $0.peerIDs.contains(id) || $0.displayNames.contains(id) }
        return PeerNames.short(peer?.label ?? id)
    }

    /// The sessions that have a section, others that have to be there, and then those with most bytes, in order of their ids.
    func heaviest(_ count: Int, with others: some Sequence<Int> = []) -> [Session] {
        guard report.sessions.count > count else { return report.sessions }
        let chosen = Set(shown).union(others)
        let weights = report.sessions.map { chosen.contains($0.id) ? .max : $0.wireBytes }
        let order = weights.indices.sorted { (weights[$0], $1) > (weights[$1], $0) }
        return order.prefix(count).sorted().map { report.sessions[$0] }
    }

    /// Rows that a plot of a session has in any case.
    var leastRows: Int { tightness < .sparse ? 40 : tightness < .least ? 20 : 10 }

    /// How many entries a list may show: where the page would be too long, a third of what it may show otherwise, and a sixth in the
    /// end.
    func room(_ limit: Int) -> Int {
        switch tightness {
        case .none: limit
        case .short, .coarse, .sparse: (limit + 2) / 3
        case .least: (limit + 5) / 6
        }
    }

    func id(_ name: String) -> String { name + suffix }

    var isOneOfSeveral: Bool { !suffix.isEmpty }

    /// The group of plots over the whole capture.
    var captureGroup: String { id("capture") }
}

/// A capture for a page.
package struct PageCapture: Sendable {
    package let report: TraceReport
    package let details: CaptureDetails?
    package let extraction: PacketExtraction

    /// - Parameter extraction: By default that of the capture's file, read without options.
    package init(_ report: TraceReport, details: CaptureDetails? = nil, extraction: PacketExtraction? = nil) {
        (self.report, self.details) = (report, details)
        self.extraction = extraction ?? PacketExtraction([report.capture.path])
    }
}

extension TraceReport {
    /// The session with an id: they are numbered in their order, which saves looking through a million.
    func session(_ id: Int) -> Session? {
        if sessions.indices.contains(id - 1), sessions[id - 1].id == id { return sessions[id - 1] }
        return sessions.first { $0.id == id }
    }
}

extension Session {
    /// Whether it goes to a group and not to a host.
    var isMulticast: Bool {
        let address = responder.address.lowercased()
        if address.contains(":") { return address.hasPrefix("ff") }
        return address.split(separator: ".").first.flatMap { Int($0) }.map { $0 >= 224 } ?? false
    }
}
