import ApplicationProtocols
import MultipeerWire

/// Follows both directions of a connection or a conversation between two peers.
struct MultipeerConversation: ApplicationConversation {
    /// What it found. One part is empty: invitations go over TCP, sessions over UDP.
    struct Facts: Sendable {
        var invitations = InvitationStory()
        var session = MultipeerSessionStory()
    }

    private var found = Facts()

    mutating func observe(_ message: ConversationMessage) {
        let moment = PacketMoment(frame: message.frame, time: message.completed)
        let isInitiators = message.side == .initiator
        if let statement = message.content?.value as? MultipeerStatement {
            found.invitations.take(statement, fromInitiator: isInitiators, at: moment)
        } else if let kind = message.type.flatMap(MultipeerDatagramKind.init(rawValue:)) {
            found.session.take(
                kind, number: message.number, payloadSize: message.payloadSize, fromInitiator: isInitiators, at: moment)
        }
    }

    mutating func hole(of side: ConversationSide, at time: Int64) {}
    mutating func end(of side: ConversationSide, at time: Int64) {}
    mutating func finish(at time: Int64) {}

    mutating func turn() {
        found.invitations.turn()
        found.session.turn()
    }

    var facts: (any Sendable)? { found }
}
