import DNSWire
import ServiceDiscovery
import TraceModel

/// A service vanished without a word (RFC 6762 §10.1).
enum GoodbyeMissingRule: FindingRule {
    /// The number of unanswered questions before a holder counts as gone (RFC 6762 §10.5 speaks of two or more).
    private static let questionsInVain = 3
    private static let patience: Int64 = 5_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        context.naming.tracker.services.enumerated().compactMap { index, claim in
            guard claim.firstAnnouncement != nil, !claim.isGone, context.naming.links.next(after: index) == nil else {
                return nil
            }
            let what = "\(claim.quotedName) (\(claim.name.type)) of \(context.label(of: claim))"
            if let expired = claim.expired {
                return finding(
                    index, at: expired, context,
                    "\(what) sent no goodbye; its records expired \(claim.timeToLive) s after they were sent.",
                    ["timeToLive": Int(claim.timeToLive), "unansweredQuestions": claim.unanswered.count])
            }
            guard let first = claim.unanswered.first, let last = claim.unanswered.last,
                isInVain(claim.unanswered.count, first, last)
            else { return nil }
            return finding(
                index, at: last, context,
                "\(what) sent no goodbye, but did not answer the last \(claim.unanswered.count) queries for it.",
                ["timeToLive": nil, "unansweredQuestions": claim.unanswered.count])
        }
    }

    /// Whether so many unanswered questions in that time show that nobody answers any more.
    static func isInVain(_ count: Int, _ first: PacketMoment, _ last: PacketMoment) -> Bool {
        count >= questionsInVain && last.time - first.time >= patience
    }

    private static func finding(
        _ index: Int, at moment: PacketMoment, _ context: FindingContext, _ message: String,
        _ facts: FindingFacts
    ) -> Finding {
        context.finding(
            "goodbye-missing", .warning, about: index, at: moment,
            message: message, facts: facts,
            remedy:
                "Unregister services before the app ends or is suspended, so that other hosts need not wait for the TTL.",
            reference: "RFC 6762 §10.1, §10.5")
    }
}

/// A service names a host whose addresses no host announces, or not any more (RFC 6763 §12.2).
enum TargetUnresolvedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.naming.tracker.services.enumerated().compactMap { index, claim in
            guard claim.firstAnnouncement != nil, !claim.isGone, let target = claim.location?.target, !target.isRoot,
                let questions = questions(claim, target, context)
            else { return nil }
            let count = questions.vain.count
            return context.finding(
                "srv-target-unresolved", .warning, about: .service(context.naming.ids[index]),
                at: count > 1 ? [questions.vain.first, questions.vain.last] : [questions.vain.first],
                message:
                    "\(claim.quotedName) is on \(Excerpt.quoted(target.presentation)), but no host answered "
                    + (count > 1 ? "the last \(count) queries" : "the query") + " for its address"
                    + (questions.wasKnown ? ", which was announced earlier." : "."),
                facts: [
                    "host": target.presentation, "asker": context.peer(of: questions.asker)?.id,
                    "askerAddress": questions.asker.address, "questions": count,
                ],
                remedy: questions.wasKnown
                    ? "Check that the host is on and reachable. If it is gone, the service is still offered by a cache or proxy."
                    : "Announce the addresses of the host that the SRV record names.",
                reference: "RFC 6763 §12.2, RFC 6762 §6")
        }
    }

    private struct Questions {
        let asker: ServiceSender
        let vain: (first: PacketMoment, last: PacketMoment, count: Int)
        /// Whether the host had announced addresses before.
        let wasKnown: Bool
    }

    /// The questions for a host's address that no host answered, if they show that none will.
    private static func questions(_ claim: ServiceClaim, _ target: DNSName, _ context: FindingContext) -> Questions? {
        let tracker = context.naming.tracker
        let announced = tracker.hostClaims(to: target).compactMap { tracker.hosts[$0].lastAnnouncement }.max()
        for asker in tracker.questions.askers(of: target) {
            guard let vain = asker.vain, [.a, .aaaa, .any].contains(asker.type),
                tracker.links.isShared(asker.links, claim.links), !claim.senders.containsHost(of: asker.sender),
                announced.map({ $0 < vain.first }) ?? true,
                // A capture may end before the answer.
                (context.counter.lastTime ?? 0) - vain.first.time > QuestionLog.answerWindow
            else { continue }
            // What was there before may be lost once.
            guard announced == nil || GoodbyeMissingRule.isInVain(vain.count, vain.first, vain.last) else { continue }
            return Questions(asker: asker.sender, vain: vain, wasKnown: announced != nil)
        }
        return nil
    }
}
