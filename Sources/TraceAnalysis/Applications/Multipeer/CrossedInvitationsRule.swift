import MultipeerWire
import TraceModel

/// Each of two peers invited the other one while the other's invitation was open.
enum CrossedInvitationsRule: FindingRule {
    /// Two peers, by their numbers, in either order.
    private struct Pair: Hashable {
        let low: UInt64
        let high: UInt64

        init(_ one: UInt64, _ other: UInt64) { (low, high) = (min(one, other), max(one, other)) }
    }

    private struct Open {
        let session: Int
        let invitation: InvitationStory.Invitation
        /// When it was answered, or the connection ended.
        let end: Int64
        var start: PacketMoment { invitation.moment }
        var isByLower: Bool { invitation.statement.from.number < invitation.statement.to.number }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var pairs: [Pair: [Open]] = [:]
        for index in context.report.sessions.indices {
            guard let story = context.invitations(ofSession: index) else { continue }
            for invitation in story.invitations {
                let (from, to) = (invitation.statement.from.number, invitation.statement.to.number)
                guard from != to else { continue }
                pairs[Pair(from, to), default: []].append(
                    Open(
                        session: index, invitation: invitation,
                        end: invitation.answer?.moment.time ?? context.connections[index].end))
            }
        }
        return pairs.values.flatMap { findings(among: $0, context) }.sorted {
            ($0.frames[0], $0.message) < ($1.frames[0], $1.message)
        }
    }

    /// One finding for each session whose invitation came while one of the other peer was open.
    private static func findings(among invitations: [Open], _ context: FindingContext) -> [Finding] {
        // Of each peer the invitation that was open longest so far.
        var longest: (byLower: Open?, byHigher: Open?)
        var known: Set<Int> = []
        return invitations.sorted { $0.start < $1.start }.compactMap { later in
            let earlier = later.isByLower ? longest.byHigher : longest.byLower
            if later.isByLower {
                if later.end > longest.byLower?.end ?? .min { longest.byLower = later }
            } else {
                if later.end > longest.byHigher?.end ?? .min { longest.byHigher = later }
            }
            guard let earlier, later.start.time < earlier.end, earlier.start.time < later.end,
                known.insert(later.session).inserted
            else { return nil }
            return finding(later, earlier, context)
        }
    }

    private static func finding(_ later: Open, _ earlier: Open, _ context: FindingContext) -> Finding {
        let (session, other) = (context.report.sessions[later.session], context.report.sessions[earlier.session])
        let (inviter, invitee) = (
            context.name(of: later.invitation.statement.from), context.name(of: later.invitation.statement.to)
        )
        var finding = context.finding(
            "invitations-crossed", .note, about: session, at: [earlier.start, later.start],
            message: "\(inviter) invited \(invitee) while the invitation of \(invitee) was open"
                + (later.session == earlier.session ? "." : " (session \(other.id))."),
            facts: later.invitation.facts,
            remedy: "Let only one of two peers invite, such as that with the lower number, or expect both answers.",
            reference: "Docs/formats.md, invitations")
        finding.time = context.axis.seconds(later.start.time)
        finding.facts.add(["otherSession": other.id])
        return finding
    }
}
