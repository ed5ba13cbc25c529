import TraceModel
import WireText

/// The text about meshes: whether each pair is connected, and which are not.
struct MeshWords {
    let names: PeerNames

    /// Missing pairs that are named.
    private static let pairsShown = 6

    /// `Mesh of _chat._tcp, 4 peers: 5 of 6 connections, missing: Ana – Bo`, in parts.
    func parts(_ mesh: Mesh) -> [String] {
        let type = mesh.serviceType.map { " of \(SafeText.escaped($0))" } ?? ""
        let title = "Mesh\(type), \(Quantity.count(mesh.peers.count, "peer")):"
        return [title] + connections(mesh)
    }

    /// `28 of 28 connections`, `5 of 6 connections, missing: Ana – Bo`, `all 5 connections of Hub seen, the other 10 pairs cannot be
    /// seen from here`, in parts.
    func connections(_ mesh: Mesh) -> [String] {
        let missing = mesh.expectedPairs - mesh.connectedPairs
        let count = "\(Quantity.grouped(mesh.connectedPairs)) of \(Quantity.count(mesh.expectedPairs, "connection"))"
        guard missing > 0 else { return [count] }
        guard mesh.isComplete else {
            let others = "the other \(missing == 1 ? "pair" : Quantity.count(missing, "pair")) cannot be seen from here"
            guard let hub = Self.hub(mesh).flatMap({ names.name(peer: $0) }) else { return ["\(count) seen,", others] }
            let all = mesh.connectedPairs == 2 ? "both" : "all \(Quantity.grouped(mesh.connectedPairs))"
            return ["\(all) connections of \(hub) seen,", others]
        }
        var pairs = mesh.missingPairs.prefix(Self.pairsShown).map { pair in
            pair.map { names.name(peer: $0) ?? SafeText.escaped($0) }.joined(separator: " – ")
        }
        if missing > pairs.count { pairs.append("\(Quantity.grouped(missing - pairs.count)) more") }
        return [count + ",", "missing:"] + TextSummary.list(pairs)
    }

    /// The peer with all connections that there are: the one that was captured.
    private static func hub(_ mesh: Mesh) -> String? {
        guard mesh.connectedPairs > 1, mesh.connectedPairs == mesh.peers.count - 1,
            mesh.missingPairs.count == mesh.expectedPairs - mesh.connectedPairs
        else { return nil }
        let others = Set(mesh.missingPairs.joined())
        return mesh.peers.first { !others.contains($0) }
    }
}
