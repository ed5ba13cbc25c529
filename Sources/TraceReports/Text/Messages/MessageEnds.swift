import TraceModel

/// The sender and receiver of a message, in names for people.
struct MessageEnds {
    private let sessions: [Int: (initiator: String, responder: String)]
    /// Peers by the IDs with which they sign; nil for an ID of several, which names none of them.
    private var signers: [String: (peer: String, label: String)?] = [:]
    /// Peers by what they are called.
    private var named: [String: String] = [:]

    /// - Parameter name: The name of an end of a session.
    init(_ report: TraceReport, name: (Session.Endpoint) -> String, label: (String) -> String) {
        sessions = Dictionary(report.sessions.map { ($0.id, (name($0.initiator), name($0.responder))) }) { first, _ in
            first
        }
        for peer in report.peers {
            for id in peer.peerIDs {
                signers.updateValue(signers[id] == nil ? (peer.id, label(peer.label)) : nil, forKey: id)
            }
            // Apps on one host share its address: then an ID says more than the label of them all.
            if Set(peer.displayNames).count > 1, peer.peerIDs.count > 1 {
                for id in peer.peerIDs { signers.updateValue(nil, forKey: id) }
            }
            named[peer.label] = peer.id
        }
    }

    /// The sender and the receiver; nil for a message of an unknown session.
    func ends(_ message: TraceMessage) -> (from: String, to: String)? {
        guard let session = sessions[message.session] else { return nil }
        return message.direction == .forward
            ? (session.initiator, session.responder) : (session.responder, session.initiator)
    }

    /// The label of the peer that signs with that ID.
    func signer(_ id: String) -> String? { signers[id]??.label }

    /// Whether the peer that a message came from is its author, so that one name is enough for both.
    func isFromWriter(_ message: TraceMessage) -> Bool {
        guard let sender = message.sender, let peer = message.peer else { return message.sender == nil }
        if let signer = signers[sender] { return signer?.peer == peer }
        // An account represents all clients that use it.
        let account = message.application.isXMPP ? String(sender.prefix { $0 != "/" }) : sender
        return named[account] == peer
    }
}
