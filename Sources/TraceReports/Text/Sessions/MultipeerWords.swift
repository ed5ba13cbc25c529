import TraceModel
import WireText

/// What MultipeerConnectivity did in a session: who invited whom and what came of it, or what the session carried.
package enum MultipeerWords {
    private static let invitationsShown = 4
    private static let candidatesShown = 6
    private static let connectionsShown = 4

    /// The parts of each line; none for other sessions.
    package static func lines(_ session: Session) -> [[String]] {
        guard let facts = session.multipeer else { return [] }
        switch facts.role {
        case .invitations:
            let more = facts.invitations.count - invitationsShown
            return facts.invitations.prefix(invitationsShown).map { [invitation($0, of: facts)] }
                + (more > 0 ? [["… and \(Quantity.count(more, "more invitation"))"]] : []) + [offers(facts)]
        case .session: return [course(facts)]
        }
    }

    // MARK: - Invitations

    /// `Anna invited Bert at 784 ms (context 9 B), declined after 254 ms`
    private static func invitation(_ invitation: Session.Multipeer.Invitation, of facts: Session.Multipeer) -> String {
        let context = invitation.contextBytes > 0 ? " (context \(Quantity.bytes(invitation.contextBytes)))" : ""
        let answer =
            switch invitation.answer {
            case .accepted: "accepted"
            case .declined: "declined"
            case .unanswered: "no answer"
            }
        let wait = invitation.answerTime.map { " after \(Quantity.duration($0 - invitation.time))" } ?? ""
        return "\(name(invitation.from, of: facts)) invited \(name(invitation.to, of: facts)) at "
            + "\(Quantity.duration(invitation.time))\(context): \(answer)\(wait)"
    }

    /// The display name of a peer by its number, which is what is left where no message has the name.
    private static func name(_ peerID: String, of facts: Session.Multipeer) -> String {
        let name = facts.peers.first { $0.peerID == peerID }?.displayName ?? ""
        return PeerNames.short(name.isEmpty ? peerID : name)
    }

    /// `encryption optional`, `reachable at 10.0.0.2 port 16401`
    private static func offers(_ facts: Session.Multipeer) -> [String] {
        var parts: [String] = []
        if facts.security == .mixed {
            let wishes = facts.peers.compactMap { peer in
                peer.security.map { "\($0.rawValue) (\(name(peer.peerID ?? "", of: facts)))" }
            }
            parts.append("encryption \(wishes.joined(separator: " and "))")
        } else if let security = facts.security {
            parts.append("encryption \(security.rawValue)")
        }
        if facts.peers.contains(where: { $0.authentication == true }) { parts.append("with certificates") }
        let places = facts.candidates.map { "\($0.address) port \($0.port)" }
        guard !places.isEmpty else { return parts }
        parts.append("candidates \(places[0])")
        parts += places.prefix(candidatesShown).dropFirst()
        if places.count > candidatesShown { parts.append("… and \(places.count - candidatesShown) more") }
        return parts
    }

    // MARK: - Sessions

    /// `up at 1.5 s`, `not encrypted`, `4 data messages with 160 B →`
    private static func course(_ facts: Session.Multipeer) -> [String] {
        var parts: [String] = []
        switch facts.sealed {
        case nil: return ["only checks of addresses"]
        case true?: parts.append("encrypted (DTLS)")
        case false?: parts.append("not encrypted")
        }
        let times = facts.connected.prefix(connectionsShown).map { Quantity.duration($0) }
        if !times.isEmpty {
            let more = facts.connected.count - times.count
            parts.append("up at \(times.joined(separator: " and "))" + (more > 0 ? " and \(more) times more" : ""))
        } else if (facts.data?.forward.messages ?? 0) + (facts.data?.backward.messages ?? 0) == 0 {
            parts.append("no session came up")
        }
        for (arrow, count) in [("→", facts.data?.forward), ("←", facts.data?.backward)] {
            guard let messages = count?.messages, let bytes = count?.bytes, messages > 0 else { continue }
            parts.append("\(Quantity.count(messages, "data message")) with \(Quantity.bytes(bytes)) \(arrow)")
        }
        return parts
    }
}
