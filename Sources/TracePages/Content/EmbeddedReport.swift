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
        let lists = Self.lists(chosen)
        var fitted = try FittedData(outline, lists: lists, limit: limit)
        if fitted.isCut, var wireless = report.wireless {
            // Series that no plot shows go first.
            let series = SeriesSelection(wireless, limit: SeriesChart.maximumSeries).takeOthers(outOf: &wireless)
            outline.wireless = wireless
            fitted = try FittedData(outline, lists: lists, leftOut: series, limit: limit)
        }
        (self.report, json) = (fitted.report, fitted.json)
        sessionPlaces = Dictionary(
            fitted.report.sessions.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func lists(_ chosen: Set<Int>) -> [CutList<TraceReport>] {
        [
            // The sections of sessions show figures of the data.
            CutList("sessions", \.sessions, share: 0.35, least: chosen.count) { session, _ in
                (chosen.contains(session.id) ? 1e18 : 0) + Double(session.wireBytes)
            },
            CutList("findings", \.findings, share: 0.1) { finding, index in
                (finding.severity == .error ? 2e9 : finding.severity == .warning ? 1e9 : 0) - Double(index)
            },
            CutList("services", \.services, share: 0.15),
            CutList("peers", \.peers, share: 0.1),
            CutList("relayedMessages", \.relayedMessages, share: 0.05),
            CutList("hosts", \.hosts, share: 0.05),
            CutList("queries", \.queries, share: 0.05),
            CutList("meshes", \.meshes),
            CutList("capture/interfaces", \.capture.interfaces, share: 0.01),
            CutList("capture/files", \.capture.files, share: 0.01),
            CutList("capture/sections", \.capture.sections),
        ] + wirelessLists
    }

    private static var wirelessLists: [CutList<TraceReport>] {
        func awdl<Element: Encodable>(
            _ key: String, _ path: WritableKeyPath<AWDLReport, [Element]>, share: Double = 0,
            weight: ((Element, Int) -> Double)? = nil
        ) -> CutList<TraceReport> {
            CutList(
                "wireless/awdl/" + key, share: share, get: { $0.wireless?.awdl?[keyPath: path] ?? [] },
                set: { $0.wireless?.awdl?[keyPath: path] = $1 }, weight: weight)
        }
        func nan<Element: Encodable>(
            _ key: String, _ path: WritableKeyPath<NANReport, [Element]>, share: Double = 0,
            weight: ((Element, Int) -> Double)? = nil
        ) -> CutList<TraceReport> {
            CutList(
                "wireless/nan/" + key, share: share, get: { $0.wireless?.nan?[keyPath: path] ?? [] },
                set: { $0.wireless?.nan?[keyPath: path] = $1 }, weight: weight)
        }
        return [
            awdl("nodes", \.nodes, share: 0.05) { node, _ in Double(node.signal.count) },
            awdl("pairs", \.pairs, share: 0.03) { pair, _ in pair.syncError.median ?? 0 },
            awdl("masters", \.masters, share: 0.01), awdl("election/claims", \.election.claims, share: 0.01),
            nan("nodes", \.nodes, share: 0.05) { node, _ in Double(node.signal.count) },
            nan("dataPaths", \.dataPaths, share: 0.02),
            nan("services", \.services, share: 0.01), nan("matches", \.matches, share: 0.01),
            nan("clusters", \.clusters),
        ]
    }
}

extension Session {
    /// Bytes on the wire in both directions.
    var wireBytes: Int { forward.wireBytes + backward.wireBytes }
}
