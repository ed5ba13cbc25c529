import PeerMessaging
import TraceModel

/// Groups the peers that mesh sessions connect.
struct MeshBuilder {
    /// Those between two peers of the report, with the peers' indices.
    private let sessions: [(pair: Pair, session: Session)]
    /// The report's order of peers.
    private let order: [String: Int]
    /// Their ids, in that order.
    private let names: [String]
    private let types: [String: String]

    /// - Parameters:
    ///   - peerIndices: The index of each peer in the report, by its id.
    ///   - services: The services whose sessions were dialed.
    init(_ sessions: [Session], peerIndices: [String: Int], services: [Service]) {
        self.sessions = sessions.compactMap { session in
            guard session.application == .mesh, let one = session.initiator.peer.flatMap({ peerIndices[$0] }),
                let other = session.responder.peer.flatMap({ peerIndices[$0] }), one != other
            else { return nil }
            return (Pair(one, other), session)
        }
        order = peerIndices
        names = order.sorted { $0.value < $1.value }.map(\.key)
        types = Dictionary(services.map { ($0.id, $0.type) }) { first, _ in first }
    }

    private struct Pair: Hashable {
        var first: Int
        var second: Int

        init(_ one: Int, _ other: Int) { (first, second) = (min(one, other), max(one, other)) }
    }

    /// Peers that are connected directly or through others, in the order of their first members.
    func meshes() -> [Mesh] {
        var parents: [Int: Int] = [:]
        func root(_ member: Int) -> Int {
            var member = member
            while let parent = parents[member], parent != member {
                parents[member] = parents[parent] ?? parent
                member = parent
            }
            return member
        }
        for (pair, _) in sessions {
            let (one, other) = (root(pair.first), root(pair.second))
            parents[max(one, other)] = min(one, other)
        }
        // Sorted into their groups in one go: a capture may have as many groups as sessions.
        let groups = Dictionary(grouping: sessions) { root($0.pair.first) }
        return groups.sorted { $0.key < $1.key }.enumerated().map { mesh("m\($0 + 1)", $1.value) }
    }

    private func mesh(_ id: String, _ sessions: [(pair: Pair, session: Session)]) -> Mesh {
        let pairs = Set(sessions.map(\.pair))
        let members = Set(pairs.flatMap { [$0.first, $0.second] }).sorted()
        let full = FullMesh(peers: members.map { names[$0] })
        let connected = Set(pairs.compactMap { PeerPair(names[$0.first], names[$0.second]) })
        // Listed in the order of the report's peers, which is not that of their ids as texts.
        let missing = full.missingPairs(connected: connected, maximumCount: Mesh.maximumMissingPairs).map { pair in
            Pair(order[pair.initiator] ?? 0, order[pair.responder] ?? 0)
        }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
        return Mesh(
            id: id, peers: members.map { names[$0] },
            serviceType: sessions.lazy.compactMap { $0.session.service.flatMap { types[$0] } }.first,
            connectedPairs: pairs.count, expectedPairs: full.connectionCount,
            missingPairs: missing.map { [names[$0.first], names[$0.second]] },
            isComplete: members.count <= 2
                || !members.contains { peer in pairs.allSatisfy { $0.first == peer || $0.second == peer } })
    }
}
