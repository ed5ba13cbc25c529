import PeerMessaging
import TraceModel

/// Groups the peers that mesh sessions connect.
struct MeshBuilder {
    private let sessions: [Session]
    /// The report's order of peers.
    private let order: [String: Int]
    private let types: [String: String]

    /// - Parameters:
    ///   - peerIndices: The index of each peer in the report, by its id.
    ///   - services: The services whose sessions were dialled.
    init(_ sessions: [Session], peerIndices: [String: Int], services: [Service]) {
        self.sessions = sessions.filter {
            $0.application == .mesh && $0.initiator.peer != nil && $0.responder.peer != nil
        }
        order = peerIndices
        types = Dictionary(services.map { ($0.id, $0.type) }) { first, _ in first }
    }

    private struct Pair: Hashable {
        var first: Int
        var second: Int

        init(_ one: Int, _ other: Int) { (first, second) = (min(one, other), max(one, other)) }
    }

    func meshes() -> [Mesh] {
        let pairs = sessions.compactMap { session -> (pair: Pair, session: Session)? in
            guard let one = order[session.initiator.peer ?? ""], let other = order[session.responder.peer ?? ""],
                one != other
            else { return nil }
            return (Pair(one, other), session)
        }
        let names = order.sorted { $0.value < $1.value }.map(\.key)
        let groups = groups(of: pairs.map(\.pair))
        var groupIndices: [Int: Int] = [:]
        for (group, members) in groups.enumerated() {
            for member in members { groupIndices[member] = group }
        }
        // Sorted into their groups in one go: a capture may have as many groups as sessions.
        var inside = [[(pair: Pair, session: Session)]](repeating: [], count: groups.count)
        for pair in pairs {
            if let group = groupIndices[pair.pair.first] { inside[group].append(pair) }
        }
        return groups.indices.map { index in
            mesh(index, groups[index], Set(inside[index].map(\.pair)), inside[index].map(\.session), names)
        }
    }

    private func mesh(
        _ index: Int, _ members: Set<Int>, _ pairs: Set<Pair>, _ sessions: [Session], _ names: [String]
    ) -> Mesh {
        let ordered = members.sorted()
        let full = FullMesh(peers: ordered.map { names[$0] })
        let connected = Set(pairs.compactMap { PeerPair(names[$0.first], names[$0.second]) })
        // Listed in the order of the report's peers, which is not that of their ids as texts.
        let missing = full.missingPairs(connected: connected, maximumCount: Mesh.maximumMissingPairs).map { pair in
            Pair(order[pair.initiator] ?? 0, order[pair.responder] ?? 0)
        }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
        let type = sessions.lazy.compactMap { $0.service.flatMap { types[$0] } }.first
        return Mesh(
            id: "m\(index + 1)", peers: ordered.map { names[$0] }, serviceType: type, connectedPairs: pairs.count,
            expectedPairs: full.connectionCount, missingPairs: missing.map { [names[$0.first], names[$0.second]] },
            isComplete: ordered.count <= 2
                || !ordered.contains { peer in
                    pairs.allSatisfy { $0.first == peer || $0.second == peer }
                })
    }

    /// Peers that are connected directly or through others, in the order of their first members.
    private func groups(of pairs: [Pair]) -> [Set<Int>] {
        var parents: [Int: Int] = [:]
        func root(_ member: Int) -> Int {
            var member = member
            while let parent = parents[member], parent != member {
                parents[member] = parents[parent] ?? parent
                member = parent
            }
            return member
        }
        for pair in pairs {
            for member in [pair.first, pair.second] where parents[member] == nil { parents[member] = member }
            let (one, other) = (root(pair.first), root(pair.second))
            parents[max(one, other)] = min(one, other)
        }
        var groups: [Int: Set<Int>] = [:]
        for member in parents.keys { groups[root(member), default: []].insert(member) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
