import TraceModel
import WireText

/// Captures of peers that connect with each other, and of messages that they carry.
extension Verdict {
    func meshes() -> Clause? {
        guard let mesh = report.meshes.first else { return nil }
        guard report.meshes.count == 1 else {
            let peers = report.meshes.reduce(0) { $0 + $1.peers.count }
            let connected = report.meshes.reduce(0) { $0 + $1.connectedPairs }
            let expected = report.meshes.reduce(0) { $0 + $1.expectedPairs }
            return Clause(
                text: "\(Self.number(report.meshes.count)) meshes with \(Quantity.count(peers, "peer")): "
                    + "\(Quantity.grouped(connected)) of \(Quantity.count(expected, "connection"))")
        }
        let isFull = mesh.connectedPairs == mesh.expectedPairs
        guard mesh.peers.count > 2 || !isFull else {
            let both = mesh.peers.map { NaturalOrder(names.name(peer: $0) ?? SafeText.escaped($0)) }.sorted()
            return Clause(text: "A mesh of 2 peers: \(both.map(\.text).joined(separator: " and ")) were connected")
        }
        let title = "\(Quantity.count(mesh.peers.count, "peer")) in a \(isFull ? "full " : "")mesh: "
        let codes: Set<String> = mesh.isComplete && !isFull ? ["mesh-incomplete"] : []
        return Clause(
            text: title + MeshWords(names: names).connections(mesh).joined(separator: " "), codes: codes,
            isTrouble: mesh.isComplete && !isFull)
    }

    func relays() -> Clause? {
        let kinds: [(RelayedMessage.Kind, String)] = [(.stanza, "chat message"), (.broadcast, "relayed broadcast")]
        // Broadcasts belong to the mesh, unless something is wrong with them.
        let isBroken = groups.contains { $0.worstSeverity != .note && $0.code.rawValue.hasPrefix("relay-") }
        for (kind, name) in kinds where kind == .stanza || isBroken {
            let messages = report.relayedMessages.filter { $0.kind == kind }
            guard !messages.isEmpty else { continue }
            let copies = messages.reduce(0) { $0 + $1.copies }
            let title = "\(Quantity.count(messages.count, name)) in \(Quantity.count(copies, "copy", "copies"))"
            let altered = report.findings.filter {
                $0.code.rawValue == "relay-altered" && $0.facts["kind"]?.texts == [kind.rawValue]
            }
            guard let first = altered.first, let carrier = first.facts["carrier"]?.texts.first else {
                return Clause(text: title)
            }
            let isOne = altered.allSatisfy { $0.facts["carrier"]?.texts.first == carrier }
            let by = isOne ? PeerNames.short(carrier) : "carriers"
            let ids = Set(altered.compactMap { $0.facts["messageID"]?.texts.first }).count
            return Clause(
                text: "\(title): \(by) delivered \(Quantity.grouped(max(1, ids))) with a different text",
                codes: ["relay-altered"], isTrouble: true)
        }
        return nil
    }
}
