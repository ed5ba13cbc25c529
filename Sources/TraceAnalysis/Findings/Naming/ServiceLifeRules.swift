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
                claim.unanswered.count >= questionsInVain, last.time - first.time >= patience
            else { return nil }
            return finding(
                index, at: last, context,
                "\(what) sent no goodbye, but did not answer the last \(claim.unanswered.count) queries for it.",
                ["timeToLive": nil, "unansweredQuestions": claim.unanswered.count])
        }
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

/// A service names a host whose addresses no host announces (RFC 6763 §12.2).
enum TargetUnresolvedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let tracker = context.naming.tracker
        return tracker.services.enumerated().compactMap { index, claim in
            guard claim.firstAnnouncement != nil, let target = claim.location?.target, !target.isRoot,
                tracker.hostClaims(to: target).allSatisfy({ tracker.hosts[$0].firstAnnouncement == nil })
            else { return nil }
            // A capture need not show answers to a single host, and may end before the answer.
            let asker = tracker.questions.askers(of: target).first {
                [.a, .aaaa, .any].contains($0.type) && !claim.senders.containsHost(of: $0.sender)
                    && $0.count > max($0.unicastResponses, $0.legacy)
                    && (context.counter.lastTime ?? 0) - $0.first.time > QuestionLog.answerWindow
            }
            guard let asker else { return nil }
            return context.finding(
                "srv-target-unresolved", .warning, about: index, at: asker.first,
                message:
                    "\(claim.quotedName) is on \(Excerpt.quoted(target.presentation)), "
                    + "but no host answered the query for its address.",
                facts: [
                    "host": target.presentation, "asker": context.peer(of: asker.sender)?.id,
                    "askerAddress": asker.sender.address, "questions": asker.count,
                ],
                remedy: "Announce the addresses of the host that the SRV record names.",
                reference: "RFC 6763 §12.2, RFC 6762 §6")
        }
    }
}
