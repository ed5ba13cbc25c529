import MultipeerWire
import TraceModel
import WireCoding

/// What the messages of one connection say: who is at its ends, who invited whom, and what came of it.
struct InvitationStory: Sendable {
    /// One end of the connection.
    struct End: Sendable {
        var identity: Identity?
        var security: MultipeerSecurity?
    }

    /// A peer, and how it is known.
    struct Identity: Sendable {
        /// The best source comes last.
        enum Source: Int, Sendable {
            /// The other end's message is addressed to it.
            case recipient
            case sender
            /// Its own greeting.
            case hello
        }

        var peer: MultipeerPeerID
        var source: Source
        /// When that source named it first.
        var moment: PacketMoment
    }

    struct Invitation: Sendable {
        var isByInitiator: Bool
        var statement: MultipeerStatement.Invitation
        var moment: PacketMoment
        var answer: (isAccepted: Bool, moment: PacketMoment)?
    }

    struct Candidate: Sendable {
        /// The number of the peer that is to be reached there.
        var peer: UInt64
        var address: IPAddress
        var port: UInt16
    }

    private(set) var ends = Ends(both: End())
    /// At most ``Session/Multipeer/maximumInvitations``.
    private(set) var invitations: [Invitation] = []
    /// Each once, at most ``Session/Multipeer/maximumCandidates``.
    private(set) var candidates: [Candidate] = []

    mutating func take(_ statement: MultipeerStatement, fromInitiator: Bool, at moment: PacketMoment) {
        switch statement {
        case .hello(let peer): note(peer, ofInitiator: fromInitiator, by: .hello, at: moment)
        case .invitation(let invitation):
            note(invitation.from, invitation.to, fromInitiator: fromInitiator, at: moment)
            guard invitations.count < Session.Multipeer.maximumInvitations else { return }
            invitations.append(Invitation(isByInitiator: fromInitiator, statement: invitation, moment: moment))
        case .answer(let answer):
            note(answer.from, answer.to, fromInitiator: fromInitiator, at: moment)
            if let index = index(answeredBy: answer, fromInitiator: fromInitiator) {
                invitations[index].answer = (answer.isAccepted, moment)
            }
            add(answer.offer, of: answer.from, fromInitiator: fromInitiator)
        case .addresses(let sender, let recipient, let offer):
            note(sender, recipient, fromInitiator: fromInitiator, at: moment)
            add(offer, of: sender, fromInitiator: fromInitiator)
        }
    }

    private mutating func note(
        _ sender: MultipeerPeerID, _ recipient: MultipeerPeerID, fromInitiator: Bool, at moment: PacketMoment
    ) {
        note(sender, ofInitiator: fromInitiator, by: .sender, at: moment)
        note(recipient, ofInitiator: !fromInitiator, by: .recipient, at: moment)
    }

    private mutating func note(
        _ peer: MultipeerPeerID, ofInitiator isInitiator: Bool, by source: Identity.Source, at moment: PacketMoment
    ) {
        if let known = ends[isInitiator: isInitiator].identity, known.source.rawValue >= source.rawValue { return }
        ends[isInitiator: isInitiator].identity = Identity(peer: peer, source: source, moment: moment)
    }

    /// The invitation that an answer is to: the first open one with its number; without such a one the last open one, because one
    /// client numbers nothing.
    private func index(answeredBy answer: MultipeerStatement.Answer, fromInitiator: Bool) -> Int? {
        let open = invitations.indices.filter {
            invitations[$0].isByInitiator != fromInitiator && invitations[$0].answer == nil
        }
        return open.first { invitations[$0].statement.id == answer.id } ?? open.last
    }

    private mutating func add(_ offer: MultipeerStatement.Offer?, of peer: MultipeerPeerID, fromInitiator: Bool) {
        guard let offer else { return }
        ends[isInitiator: fromInitiator].security = offer.security
        for (address, port) in offer.candidates where candidates.count < Session.Multipeer.maximumCandidates {
            let isKnown = candidates.contains {
                $0.peer == peer.number && $0.address == address && $0.port == port
            }
            if !isKnown { candidates.append(Candidate(peer: peer.number, address: address, port: port)) }
        }
    }

    /// The initiator is the responder.
    mutating func turn() {
        ends.swapEnds()
        for index in invitations.indices { invitations[index].isByInitiator.toggle() }
    }
}
