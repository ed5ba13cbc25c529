import PeerMessaging
import TraceModel

/// The peer with the higher peer ID opened the connection, which is for the lower one to do.
enum TieBreakRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.isReadableMesh(index), !context.connections[index].midstream,
            context.connections[index].readiness.responder != nil,
            let initiator = context.connections[index].ends.initiator.statedPeerID,
            !initiator.isEmpty, let responder = context.responderPeerID(of: index),
            PeerPair(initiator, responder)?.initiator == responder
        else { return [] }
        let (session, connection) = (context.report.sessions[index], context.connections[index])
        return [
            context.finding(
                "tie-break-violated", .error, about: session,
                at: [PacketMoment(frame: connection.firstFrame, time: connection.start)],
                message: "\(context.label(of: session.initiator)) (\(Excerpt.quoted(initiator))) connected to "
                    + "\(context.label(of: session.responder)) (\(Excerpt.quoted(responder))), whose peer ID is "
                    + "lower.",
                facts: ["initiatorPeerID": initiator, "responderPeerID": responder],
                remedy: "Connect only to peers with a higher peer ID, and wait for the others to connect.")
        ]
    }
}

/// Pairs of a mesh have no connection, though the capture could have seen it.
enum MeshIncompleteRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.report.meshes.compactMap { mesh in
            guard mesh.isComplete, !mesh.missingPairs.isEmpty else { return nil }
            let pairs = mesh.missingPairs.prefix(Excerpt.maximumEntries).map { pair in
                Excerpt.list(pair.map { context.label(ofPeer: $0) })
            }
            let missing = mesh.expectedPairs - mesh.connectedPairs
            let shown = pairs.joined(separator: ", ")
            let more = missing - pairs.count
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
