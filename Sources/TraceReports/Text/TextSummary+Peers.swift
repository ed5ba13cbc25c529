import TraceModel
import WireText

extension TextSummary {
    /// More rows than this are for `--all`: the summary is to be read at a glance.
    private static let rows = 12

    /// Who is there?
    func peerLines(_ report: TraceReport) -> [String] {
        guard !report.peers.isEmpty else { return [] }
        // Peers that only have an address are listed last, and if there are many, only if there are no others.
        let known = report.peers.filter(Self.isKnown)
        if showsAll {
            let listed = known + report.peers.filter { !Self.isKnown($0) }
            return [heading("Peers", "\(report.peers.count)")] + listed.flatMap { inFull($0) }
        }
        let isShort = known.isEmpty || report.peers.count <= Self.rows
        let shown = (known + (isShort ? report.peers.filter { !Self.isKnown($0) } : [])).prefix(Self.rows)
        let columns: [TextTable.Column] = [
            .init("name", limit: 24), .init("addresses", limit: 44, minimum: 15),
            .init("host", limit: 30, minimum: 12, dispensable: 1), .init("peer ID", limit: 40),
        ]
        let areNamed = shown.contains { !$0.addresses.contains($0.label) }
        let rows = shown.map { peer in
            let name = peer.addresses.contains(peer.label) ? (areNamed ? "–" : "") : SafeText.escaped(peer.label)
            return [
                name, peer.addresses.joined(separator: " "), peer.hostnames.first.map(Self.host) ?? "",
                SafeText.escaped(peer.peerIDs.joined(separator: " ")),
            ]
        }
        return [heading("Peers", "\(report.peers.count)")]
            + (shown.isEmpty ? [] : table(columns, rows))
            + more(report.peers.count - shown.count, "peer")
    }

    /// Whether more is known of a peer than addresses.
    private static func isKnown(_ peer: Peer) -> Bool {
        !peer.displayNames.isEmpty || !peer.hostnames.isEmpty || !peer.peerIDs.isEmpty
    }

    /// Which services?
    func serviceLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        guard !report.services.isEmpty else { return [] }
        if showsAll {
            return [heading("Services", "\(report.services.count)")] + report.services.flatMap { inFull($0, names) }
        }
        let shown = report.services.prefix(Self.rows)
        let table = table(
            [
                .init("instance", limit: 36, minimum: 14), .init("type", limit: 26, minimum: 15),
                .init("host", limit: 24, minimum: 12, dispensable: 1), .init("port", .right),
                .init("state", minimum: 9), .init("TXT", limit: 80, minimum: 12, dispensable: 2),
            ],
            shown.map { service in
                [
                    SafeText.escaped(service.instance), SafeText.escaped(service.type),
                    service.host.map(Self.host) ?? "", service.port.map(String.init) ?? "", service.state.rawValue,
                    service.txt.map(Self.entry).joined(separator: " "),
                ]
            })
        return [heading("Services", "\(report.services.count)")] + table
            + more(report.services.count - shown.count, "service")
    }
}
