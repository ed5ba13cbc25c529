import MultipeerWire
import TraceModel
import WireCoding

extension Session.Multipeer {
    /// What a connection over which peers invite each other says.
    init(_ story: InvitationStory, _ axis: TimeAxis) {
        self.init(role: .invitations)
        peers = [Peer(story.ends.initiator), Peer(story.ends.responder)]
        invitations = story.invitations.map { Invitation($0, axis) }
        let wishes = Set(peers.compactMap(\.security))
        security = wishes.count > 1 ? .mixed : wishes.first
        candidates = story.candidates.map {
            Candidate(
                peerID: MultipeerPeerID.instanceName(of: $0.peer), address: $0.address.description, port: Int($0.port))
        }
    }

    /// What the datagrams between two peers say.
    init(_ story: MultipeerSessionStory, _ axis: TimeAxis) {
        self.init(role: .session)
        sealed = story.isSealed
        connected = story.connected.map { axis.seconds($0.time) }
        var traffic = Traffic()
        if story.isSealed == false {
            traffic.forward = Count(messages: story.ends.initiator.messages, bytes: story.ends.initiator.bytes)
            traffic.backward = Count(messages: story.ends.responder.messages, bytes: story.ends.responder.bytes)
        }
        data = traffic
    }
}

extension Session.Multipeer.Peer {
    fileprivate init(_ end: InvitationStory.End) {
        self.init()
        peerID = end.identity?.peer.instanceName
        displayName = end.identity?.peer.displayName
        participant = end.identity?.peer.participant.description
        security = end.security?.encryption.map { Session.Multipeer.Security($0) }
        authentication = end.security?.hasAuthentication
    }
}

extension Session.Multipeer.Security {
    fileprivate init(_ encryption: MultipeerSecurity.Encryption) {
        self =
            switch encryption {
            case .none: .unencrypted
            case .optional: .optional
            case .required: .required
            }
    }
}

extension Session.Multipeer.Invitation {
    fileprivate init(_ invitation: InvitationStory.Invitation, _ axis: TimeAxis) {
        let statement = invitation.statement
        self.init(
            time: axis.seconds(invitation.moment.time), frame: invitation.moment.frame,
            from: statement.from.instanceName, to: statement.to.instanceName, contextBytes: statement.contextSize)
        contextHex = statement.context.map { Hex.encode($0) }
        guard let given = invitation.answer else { return }
        answer = given.isAccepted ? .accepted : .declined
        answerTime = axis.seconds(given.moment.time)
        answerFrame = given.moment.frame
    }
}
