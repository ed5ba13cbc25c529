import TraceModel

/// Pairs of a mesh have no connection, though the capture could have seen it.
enum MeshIncompleteRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.report.meshes.compactMap { mesh in
            guard mesh.isComplete, !mesh.missingPairs.isEmpty else { return nil }
            let pairs = mesh.missingPairs.map { pair in
                Excerpt.list(pair.map { context.label(ofPeer: $0) })
            }
            let missing = mesh.expectedPairs - mesh.connectedPairs
            let shown = pairs.prefix(Excerpt.maximumEntries).joined(separator: ", ")
            let more = missing - min(pairs.count, Excerpt.maximumEntries)
            return context.finding(
                "mesh-incomplete", .note, about: .capture, at: [],
                message: "\(mesh.connectedPairs) of \(mesh.expectedPairs) connections of a full mesh of "
                    + "\(mesh.peers.count) peers are there; missing: \(shown)"
                    + (more > 0 ? " and \(more) more." : "."),
                facts: [
                    "mesh": mesh.id, "connectedPairs": mesh.connectedPairs, "expectedPairs": mesh.expectedPairs,
                    "missingPairs": mesh.missingPairs,
                ],
                remedy:
                    "Check whether these peers discovered each other. Until they connect, relays must carry their messages."
            )
        }
    }
}
