import MultipeerWire
import WireCoding

/// What a message of the invitation channel says, as far as the report has it: bounded, because it waits for the other direction.
enum MultipeerStatement: Sendable {
    case hello(MultipeerPeerID)
    case invitation(Invitation)
    case answer(Answer)
    case addresses(from: MultipeerPeerID, to: MultipeerPeerID, Offer?)

    struct Invitation: Sendable {
        var id: Int64
        var from: MultipeerPeerID
        var to: MultipeerPeerID
        /// Bytes of the app's context.
        var contextSize: Int
        /// The context, or the beginning of a very long one; nil without any.
        var context: [UInt8]?
    }

    struct Answer: Sendable {
        /// That of the invitation.
        var id: Int64
        var from: MultipeerPeerID
        var to: MultipeerPeerID
        var isAccepted: Bool
        var offer: Offer?
    }

    /// How a peer wants the session secured, and where it can be reached.
    struct Offer: Sendable {
        var security: MultipeerSecurity
        var candidates: [(address: IPAddress, port: UInt16)]

        /// Nil for bytes that are no connection data.
        fileprivate init?(_ bytes: [UInt8]?) {
            guard let bytes, let data = try? MultipeerConnectionData(bytes: bytes) else { return nil }
            security = data.security
            candidates = data.candidates.map { ($0.address, $0.port) }
        }
    }

    /// Nil where there is nothing to say beyond the kind of the message.
    ///
    /// - Parameter contextLeft: How much of contexts may still be kept.
    init?(_ content: MultipeerMessage.Content, contextLeft: inout Int) {
        switch content {
        case .hello(let hello):
            guard let peer = hello.peer else { return nil }
            self = .hello(peer)
        case .invitation(let message):
            let kept = message.context.map { Array($0.prefix(contextLeft)) }
            contextLeft -= kept?.count ?? 0
            self = .invitation(
                Invitation(
                    id: message.inviteID, from: message.sender, to: message.recipient,
                    contextSize: message.context?.count ?? 0, context: kept))
        case .answer(let message):
            self = .answer(
                Answer(
                    id: message.inviteID, from: message.sender, to: message.recipient, isAccepted: message.isAccepted,
                    offer: Offer(message.connectionData)))
        case .addresses(let message):
            self = .addresses(from: message.sender, to: message.recipient, Offer(message.connectionData))
        case .helloAck, .connectionAccept, .receipt, .unknown: return nil
        }
    }

    /// The peer that it is from, by its own words.
    var sender: MultipeerPeerID? {
        switch self {
        case .hello(let peer): peer
        case .invitation(let invitation): invitation.from
        case .answer(let answer): answer.from
        case .addresses(let sender, _, _): sender
        }
    }
}
