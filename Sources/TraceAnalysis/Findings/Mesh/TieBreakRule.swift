import PeerMessaging
import TraceModel

/// The peer with the higher peer ID opened the connection, which is for the lower one to do.
enum TieBreakRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[index].application == .mesh, !context.connections[index].midstream,
            context.connections[index].established != nil,
            let initiator = context.connections[index].initiator.decoder.mesh.identity?.peerID,
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
