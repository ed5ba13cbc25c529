import TraceModel

/// An invitation was declined, or nobody answered it.
enum InvitationAnswerRule: SessionRule {
    /// An invitation may be answered after the capture as long as no more of it follows.
    static let patience: Int64 = 10_000_000_000

    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.invitations(ofSession: index) else { return [] }
        return story.invitations.compactMap { finding($0, index, context) }
    }

    private static func finding(
        _ invitation: InvitationStory.Invitation, _ index: Int, _ context: FindingContext
    ) -> Finding? {
        let session = context.report.sessions[index]
        let (inviter, invitee) = (
            context.name(of: invitation.statement.from), context.name(of: invitation.statement.to)
        )
        if let (isAccepted, moment) = invitation.answer {
            guard !isAccepted else { return nil }
            let wait = moment.time - invitation.moment.time
            var finding = context.finding(
                "invitation-declined", .note, about: session, at: [invitation.moment, moment],
                message: "\(invitee) declined the invitation of \(inviter) after \(FindingContext.seconds(wait)).",
                facts: invitation.facts,
                remedy: "Nothing is wrong if the user declined; otherwise look at the app's handler of invitations.",
                reference: "Docs/formats.md, invitations")
            finding.facts.add(["wait": .nanoseconds(wait) as Duration])
            return finding
        }
        let hasEnded = context.hasEnded(session)
        guard hasEnded || context.captured(after: invitation.moment.time) >= patience else { return nil }
        let wait =
            hasEnded
            ? context.connections[index].end - invitation.moment.time
            : context.captured(after: invitation.moment.time)
        var finding = context.finding(
            "invitation-unanswered", .warning, about: session, at: [invitation.moment],
            message: "\(invitee) did not answer the invitation of \(inviter) in the "
                + "\(FindingContext.seconds(wait)) until the \(hasEnded ? "connection" : "capture") ended.",
            facts: invitation.facts,
            remedy: "See whether the invited app shows the invitation and calls its handler. The API's default timeout "
                + "is 30 s; the one that the inviter set is not on the wire.",
            reference: "Docs/formats.md, invitations")
        finding.facts.add(["wait": .nanoseconds(wait) as Duration, "until": hasEnded ? "connection" : "capture"])
        return finding
    }
}
