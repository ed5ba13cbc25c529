import MultipeerWire
import TraceModel
import WireCoding

/// Helpers of the rules about MultipeerConnectivity.
extension FindingContext {
    /// What the messages of a connection between two peers say; nil for all other sessions.
    ///
    /// - Parameter index: The session's index in the report.
    func invitations(ofSession index: Int) -> InvitationStory? {
        guard report.sessions[index].application == .multipeer, connections[index].isTCP else { return nil }
        return (connections[index].guestFacts as? MultipeerConversation.Facts)?.invitations
    }

    /// Nanoseconds of the capture after a moment.
    func captured(after time: Int64) -> Int64 { (counter.lastTime ?? time) - time }

    /// Whether the end of a connection is in the capture.
    func hasEnded(_ session: Session) -> Bool { session.ending == .fin || session.ending == .reset }

    /// The name that a person would use for a peer: its display name, else its number.
    func name(of peer: MultipeerPeerID) -> String {
        peer.nameBytes.isEmpty ? peer.instanceName : Excerpt.quoted(peer.displayName)
    }
}

extension InvitationStory.Invitation {
    /// The facts that findings about invitations begin with.
    var facts: FindingFacts {
        ["inviterPeerID": statement.from.instanceName, "inviteePeerID": statement.to.instanceName]
    }
}
