import TraceModel
import WireText

/// Who is there, and what do they offer? Peers and their services in one table.
extension TextSummary {
    /// More rows than this are for `--all`: the summary is to be read at a glance.
    private static let rows = 12
    /// Peers of which only addresses are known are the ends of sessions, which are listed: of many, the busiest are enough.
    private static let addressRows = 6

    func peerLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        guard !report.peers.isEmpty || !report.services.isEmpty else { return [] }
        let title = report.services.isEmpty ? "Peers" : "Peers and services"
        // A service that was renamed is one.
        let count = report.services.count { showsAll || $0.laterName == nil }
        let services =
            report.services.isEmpty ? "" : ", " + Quantity.count(count, "service")
        let peerCount = services.isEmpty ? "\(report.peers.count)" : Quantity.count(report.peers.count, "peer")
        let lines = [heading(title, peerCount + services)]
        if showsAll { return lines + linesInFull(report, names) }
        let list = PeerRows(report)
        let shown = list.least(Self.rows)
        let room = max(0, min(Self.addressRows, Self.rows - shown.count))
        let busiest = list.addressCount <= room ? list.byAddress(room) : list.busiest(room)
        let (hidden, peers) = list.left(of: shown)
        var rest = more(peers, "peer", adding: hidden > 0 ? " and " + Quantity.count(hidden, "more service") : "")
        if peers == 0 { rest = more(hidden, "service") }
        let others = list.addressCount - busiest.count
        if others > 0 {
            let words = "… and \(Quantity.count(others, "more host")) known only by address: --all lists them all"
            rest += paragraph(words, emphasis: style.dim)
        }
        let cells = shown.map { list.cells($0) } + busiest.map { list.cells(address: $0) }
        return lines + (cells.isEmpty ? [] : table(PeerRows.columns(width: width), cells)) + rest
    }

    private func linesInFull(_ report: TraceReport, _ names: PeerNames) -> [String] {
        let peers = report.peers.map { (order: NaturalOrder($0.label), peer: $0) }.sorted { $0.order < $1.order }
        let services = report.services.map { (order: NaturalOrder($0.instance), service: $0) }
            .sorted { $0.order < $1.order }
        return peers.flatMap { inFull($0.peer) } + services.flatMap { inFull($0.service, names) }
    }
}
