import TraceModel

/// An invitation was accepted, and no session came up between the two peers after it.
enum SessionNotEstablishedRule: FindingRule {
    /// A session may come up after the capture as long as no more of it follows.
    static let patience: Int64 = 5_000_000_000

    /// Two ends, by their peers, or by their addresses where these are not known.
    private struct Pair: Hashable {
        let low: String
        let high: String

        init(_ session: Session) {
            let one = session.initiator.peer ?? session.initiator.address
            let other = session.responder.peer ?? session.responder.address
            (low, high) = (min(one, other), max(one, other))
        }
    }

    /// How far the two came over UDP.
    private enum Stage: String {
        case unchecked, unanswered, checked, greeted

        /// What was seen, and what that may mean.
        var words: String {
            switch self {
            case .unchecked: "neither checked an address of the other: perhaps the two have no network in common"
            case .unanswered: "no check of an address was answered: perhaps a firewall drops UDP"
            case .checked: "checks were answered, but no session was begun: perhaps both want other encryption"
            case .greeted: "a session was begun, but not completed"
            }
        }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var conversations: [Pair: [Session]] = [:]
        for session in context.report.sessions where session.multipeer?.role == .session {
            conversations[Pair(session), default: []].append(session)
        }
        return context.report.sessions.indices.flatMap { index -> [Finding] in
            guard let story = context.invitations(ofSession: index) else { return [] }
            let session = context.report.sessions[index]
            let between = conversations[Pair(session)] ?? []
            return story.invitations.compactMap { finding($0, session, between, context) }
        }
    }

    private static func finding(
        _ invitation: InvitationStory.Invitation, _ session: Session, _ conversations: [Session],
        _ context: FindingContext
    ) -> Finding? {
        guard let (isAccepted, moment) = invitation.answer, isAccepted else { return nil }
        let rest = context.captured(after: moment.time)
        guard context.hasEnded(session) || rest >= patience else { return nil }
        let answered = context.axis.seconds(moment.time)
        let hasComeUp = conversations.contains { $0.multipeer?.connected.contains { $0 >= answered } ?? false }
        guard !hasComeUp else { return nil }
        let after = conversations.filter { $0.end >= answered }
        let stage = stage(of: after)
        let names = (context.name(of: invitation.statement.from), context.name(of: invitation.statement.to))
        var finding = context.finding(
            "session-not-established", .warning, about: session, at: [moment],
            message: "\(names.1) accepted the invitation of \(names.0), and no session came up in the "
                + "\(FindingContext.seconds(rest)) of the capture after that; \(stage.words).",
            facts: invitation.facts,
            remedy: "Let both apps ask for the same encryption; see whether UDP passes between the candidates, and "
                + "whether the capture was made where it does.",
            reference: "Docs/formats.md, sessions")
        finding.facts.add([
            "wait": .nanoseconds(rest) as Duration, "stage": stage.rawValue, "sessions": after.map(\.id),
            "candidates": session.multipeer?.candidates.count,
        ])
        return finding
    }

    private static func stage(of conversations: [Session]) -> Stage {
        func has(_ types: String...) -> Bool {
            conversations.contains { session in
                types.contains { session.forward.messageTypes[$0] + session.backward.messageTypes[$0] > 0 }
            }
        }
        if has("sessionHello", "databaseDescription", "linkState", "dtlsHandshake", "dtlsData") { return .greeted }
        if has("stunResponse") { return .checked }
        return has("stunRequest") ? .unanswered : .unchecked
    }
}
