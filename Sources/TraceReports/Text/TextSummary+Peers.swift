import TraceAnalysis

extension TextSummary {
    /// More rows than this are for `--all`: the summary is to be read at a glance.
    private static let rows = 12

    /// Who is there?
    func peerLines(_ report: TraceReport) -> [String] {
        // Peers that only have an address are listed last, and only where they are few.
        let known = report.peers.filter(Self.isKnown)
        let others = report.peers.filter { !Self.isKnown($0) }
        let listed = known + (showsAll || known.count + others.count <= Self.rows ? others : [])
        let shown = showsAll ? listed : Array(listed.prefix(Self.rows))
        guard !report.peers.isEmpty else { return [] }
        var table = TextTable([
            .init("name", limit: 24), .init("addresses", limit: 44), .init("host", limit: 30),
            .init("peer ID", limit: 40),
        ])
        for peer in shown {
            let host = peer.hostnames.first.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? ""
            table.add([
                SafeText.escaped(peer.label), peer.addresses.joined(separator: " "), SafeText.escaped(host),
                SafeText.escaped(peer.peerIDs.joined(separator: " ")),
            ])
        }
        return [heading("Peers", "\(report.peers.count)")]
            + (table.isEmpty ? [] : table.lines(width: width, style: style))
            + more(report.peers.count - shown.count, "peers")
    }

    /// Whether more is known of a peer than addresses.
    private static func isKnown(_ peer: Peer) -> Bool {
        !peer.displayNames.isEmpty || !peer.hostnames.isEmpty || !peer.peerIDs.isEmpty
    }

    /// Which services?
    func serviceLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        guard !report.services.isEmpty else { return [] }
        let shown = showsAll ? report.services : Array(report.services.prefix(Self.rows))
        var table = TextTable([
            .init("instance", limit: 36), .init("type", limit: 26), .init("host", limit: 24), .init("port", .right),
            .init("state"), .init("TXT", limit: 80),
        ])
        for service in shown {
            let host = service.host.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? ""
            table.add([
                SafeText.escaped(service.instance), SafeText.escaped(service.type), SafeText.escaped(host),
                service.port.map(String.init) ?? "", service.state.rawValue,
                service.txt.map(Self.entry).joined(separator: " "),
            ])
        }
        return [heading("Services", "\(report.services.count)")] + table.lines(width: width, style: style)
            + more(report.services.count - shown.count, "services")
    }

    private static func entry(_ entry: Service.TextEntry) -> String {
        guard entry.hasValue else { return SafeText.escaped(entry.key) }
        return SafeText.escaped(entry.key + "=" + (entry.value ?? "0x" + (entry.valueHex ?? "")))
    }
}
