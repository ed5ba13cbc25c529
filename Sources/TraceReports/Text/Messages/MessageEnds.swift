import TraceAnalysis

/// Who sent a message to whom, in names for people.
struct MessageEnds {
    private let sessions: [Int: (initiator: String, responder: String)]
    /// Labels of peers by the IDs with which they sign.
    private let signers: [String: String]

    /// - Parameter name: What an end of a session is called.
    init(_ report: TraceReport, name: (Session.Endpoint) -> String, label: (String) -> String) {
        sessions = Dictionary(report.sessions.map { ($0.id, (name($0.initiator), name($0.responder))) }) { first, _ in
            first
        }
        var signers: [String: String?] = [:]
        for peer in report.peers {
            // An ID of several peers names none of them.
            for id in peer.peerIDs { signers.updateValue(signers[id] == nil ? label(peer.label) : nil, forKey: id) }
        }
        self.signers = signers.compactMapValues { $0 }
    }

    /// Who sent it and to whom; nil for a message of an unknown session.
    func ends(_ message: TraceMessage) -> (from: String, to: String)? {
        guard let session = sessions[message.session] else { return nil }
        return message.direction == .forward
            ? (session.initiator, session.responder) : (session.responder, session.initiator)
    }

    /// The label of the peer that signs with that ID.
    func signer(_ id: String) -> String? { signers[id] }
}
