import TraceModel
import WireText

/// Peers and services as `--all` shows them: nothing is cut.
extension TextSummary {
    func inFull(_ peer: Peer) -> [String] {
        var facts: [[String]] = []
        if peer.displayNames.count > 1 || peer.displayNames.contains(where: { $0 != peer.label }) {
            facts.append(["named"] + Self.list(peer.displayNames.map(SafeText.escaped)))
        }
        if !peer.hostnames.isEmpty { facts.append(["host"] + Self.list(peer.hostnames.map(Self.host))) }
        if !peer.addresses.isEmpty { facts.append(["at"] + Self.list(peer.addresses)) }
        if !peer.linkAddresses.isEmpty { facts.append(["link address"] + Self.list(peer.linkAddresses)) }
        if !peer.peerIDs.isEmpty { facts.append(["peer ID"] + Self.list(peer.peerIDs.map(SafeText.escaped))) }
        if !peer.evidence.isEmpty {
            let evidence = peer.evidence.map { "\($0.kind.rawValue) (frame \($0.frame))" }
            facts.append(["identified by"] + Self.list(evidence))
        }
        return block(SafeText.escaped(peer.label), facts)
    }

    func inFull(_ service: Service, _ names: PeerNames) -> [String] {
        var facts: [[String]] = []
        if let host = service.host {
            let port = service.port.map { " port \($0)" } ?? ""
            let owner = names.name(peer: service.peer).map { ["of \($0)"] } ?? []
            facts.append(Self.list(["host \(Self.host(host))\(port)"] + owner))
        }
        if !service.addresses.isEmpty { facts.append(["at"] + Self.list(service.addresses)) }
        if !service.subtypes.isEmpty { facts.append(["subtypes"] + Self.list(service.subtypes.map(SafeText.escaped))) }
        // Questions and answers are frequent: only events that change the service's history are shown.
        let life = service.timeline.filter { $0.event != .query && $0.event != .answer }.map {
            "\($0.event.rawValue) at \(Quantity.moment($0.time)) (frame \($0.frame))"
        }
        facts.append(
            Self.list(
                [
                    "\(SafeText.escaped(service.state.rawValue))",
                    "seen from \(Quantity.moment(service.firstSeen)) to \(Quantity.moment(service.lastSeen))",
                ] + life))
        var found: [String] = []
        if let latency = service.discovery.latency { found.append("found after \(Quantity.duration(latency))") }
        if let latency = service.discovery.resolveLatency {
            found.append("resolved after \(Quantity.duration(latency))")
        }
        if !found.isEmpty { facts.append(Self.list(found)) }
        let title = "“\(SafeText.escaped(service.instance))” \(SafeText.escaped(service.type))"
        return block(title, facts + service.txt.map { ["TXT " + Self.entry($0)] })
    }

    private func block(_ title: String, _ facts: [[String]]) -> [String] {
        paragraph([title]) + facts.flatMap { paragraph($0, first: "     ", margin: 7) }
    }

    static func entry(_ entry: Service.TextEntry) -> String {
        guard entry.hasValue else { return SafeText.escaped(entry.key) }
        return SafeText.escaped(entry.key + "=" + (entry.value ?? "0x" + (entry.valueHex ?? "")))
    }
}
