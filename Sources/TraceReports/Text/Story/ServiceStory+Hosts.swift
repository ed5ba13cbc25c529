import DNSWire
import TraceModel
import WireText

extension ServiceStory {
    /// Host names with events; all of them in the verbose view.
    ///
    /// - Parameter hostNames: Names of hosts, to show these and their devices' earlier and later names; nil
    ///   for all.
    func hosts(_ report: TraceReport, _ hostNames: Set<DNSName>?, _ findings: [String: [Finding]]) -> [String] {
        let chains = RenameChains.of(report.hosts).filter { chain in
            hostNames.map { names in chain.contains { DNSName(presentation: $0.name).map(names.contains) ?? false } }
                ?? true
        }
        let shown = showsAll ? chains : chains.filter { Self.isEventful($0) }
        guard !shown.isEmpty else { return [] }
        var lines = [heading("Hosts", "\(shown.count) of \(chains.count)")]
        var judgedPeers: Set<String> = []
        for chain in shown {
            let host = chain[chain.count - 1]
            lines += [""] + title(Self.host(host.name), "", host.state)
            var facts = host.addresses.isEmpty ? [] : ["at \(host.addresses.joined(separator: " "))"]
            if let responder = host.responder { facts.append("responder \(Self.software(responder))") }
            lines += paragraph(TextSummary.list(facts))
            lines += reasons(chain.flatMap { $0.timeline }.filter { $0.event == .rename }.compactMap(\.detail))
            if let peer = host.peer, judgedPeers.insert(peer).inserted { lines += judgments(findings[peer] ?? []) }
            lines += events(chain.map { (Self.host($0.name), $0.timeline) })
        }
        return lines
    }

    /// Whether there is more to show than that the host appeared and stayed.
    private static func isEventful(_ chain: [HostName]) -> Bool {
        chain.count > 1
            || chain.contains { host in
                host.state == .conflicted || host.state == .gone
                    || host.timeline.contains {
                        [.conflict, .probeTiebreak, .update, .reannounce].contains($0.event)
                    }
            }
    }
}
