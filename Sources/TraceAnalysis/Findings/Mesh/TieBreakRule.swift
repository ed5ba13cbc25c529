import PeerMessaging
import TraceModel

/// The peer with the higher peer ID opened the connection, which is for the lower one to do.
enum TieBreakRule: SessionRule {
    static func findings(ofSession number: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[number].application == .mesh, !context.connections[number].midstream,
            context.connections[number].established != nil,
            let initiator = context.connections[number].initiator.decoder.mesh.identity?.peerID,
            !initiator.isEmpty, let responder = context.responderPeerID(of: number),
            PeerPair(initiator, responder)?.initiator == responder
        else { return [] }
        let (session, connection) = (context.report.sessions[number], context.connections[number])
        return [
            context.finding(
                "tie-break-violated", .error, about: session,
                at: [PacketMoment(frame: connection.firstFrame, time: connection.start)],
                message: "\(context.label(of: session.initiator)) (\(Excerpt.quoted(initiator))) connected to "
                    + "\(context.label(of: session.responder)) (\(Excerpt.quoted(responder))), whose peer ID is "
                    + "lower.",
                remedy: "Connect only to peers with a higher peer ID, and wait for the others to connect.")
        ]
    }
}
