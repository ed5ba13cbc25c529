import PacketDissection
import TraceModel
import WireCoding

/// A service is announced with an address that does not answer.
enum ServiceUnreachableRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let silent = SessionGroups.ofServices(context.failures.silent.filter(context.leadsToOffer), in: context)
        let undeliverable = SessionGroups.ofServices(
            context.failures.undeliverable.filter(context.leadsToOffer), in: context)
        return (silent.filter { UnansweredConnectionRule.attempts(of: $0, context) > 1 } + undeliverable).map {
            finding($0, context)
        }
    }

    private static func finding(_ group: SessionGroup, _ context: FindingContext) -> Finding {
        let count = group.sessions.count
        let packets = UnansweredConnectionRule.attempts(of: group, context)
        let attempts = count == 1 ? "1 attempt" : "\(count) attempts"
        let error = context.connections[group.first].decidingError
        let outcome =
            if let error {
                "\(context.initiator(of: group)) did not reach in \(attempts): \(error.source) answered with ICMP's "
                    + "\"\(error.quoted.name ?? "error")\""
            } else {
                "did not answer \(context.initiator(of: group)) in \(attempts) with \(packets) SYNs"
            }
        return context.finding(
            "service-unreachable", UnansweredConnectionRule.severity(of: group, context), about: group,
            at: error == nil ? context.openings(of: group) : context.answers(to: group),
            message:
                "\(context.serviceName(of: group)) is announced at \(context.responder(of: group)), which \(outcome)",
            facts: [
                "service": context.report.sessions[group.first].service, "packets": packets,
                "longest": context.axis.duration(UnansweredConnectionRule.longest(of: group, context)),
                "answer": error?.quoted.name, "answerFrom": error?.source.description,
            ],
            remedy: "Announce only addresses that the other hosts can reach; if this one should be reachable, look for "
                + "a firewall, or for a host that is gone.",
            reference: "RFC 6762 §6.2")
    }
}
