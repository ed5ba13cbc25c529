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
        var parts = [
            "Mesh\(type), \(Quantity.count(mesh.peers.count, "peer")):",
            "\(Quantity.grouped(mesh.connectedPairs)) of \(Quantity.count(mesh.expectedPairs, "connection"))",
        ]
        let missing = mesh.expectedPairs - mesh.connectedPairs
        guard missing > 0 else { return parts }
        if mesh.isComplete {
            parts[parts.count - 1] += ","
        } else {
            parts[parts.count - 1] += " seen"
            parts += ["(the capture shows only", "those of its own end),"]
        }
        var pairs = mesh.missingPairs.prefix(Self.pairsShown).map { pair in
            pair.map { names.name(peer: $0) ?? SafeText.escaped($0) }.joined(separator: " – ")
        }
        if missing > pairs.count { pairs.append("\(Quantity.grouped(missing - pairs.count)) more") }
        parts.append(mesh.isComplete ? "missing:" : "not seen:")
        parts += TextSummary.list(pairs)
        return parts
    }
}
