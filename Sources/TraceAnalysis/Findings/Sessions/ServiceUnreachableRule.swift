import TraceModel

/// A service is announced with an address that does not answer.
enum ServiceUnreachableRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let failed = (context.failures.silent + context.failures.undeliverable).filter(context.leadsToOffer)
        let groups = SessionGroups.of(failed.sorted(), in: context)
        return groups.filter { UnansweredConnectionRule.attempts(of: $0, context) > 1 }.map { group in
            let count = group.sessions.count
            let packets = UnansweredConnectionRule.attempts(of: group, context)
            return context.finding(
                "service-unreachable", UnansweredConnectionRule.severity(of: group, context), about: group,
                at: context.openings(of: group),
                message:
                    "\(context.serviceName(of: group)) is announced at \(context.responder(of: group)), which did not "
                    + "answer \(context.initiator(of: group)) in \(count == 1 ? "1 attempt" : "\(count) attempts") "
                    + "with \(packets) SYNs",
                facts: [
                    "service": context.report.sessions[group.first].service, "packets": packets,
                    "longest": context.axis.duration(UnansweredConnectionRule.longest(of: group, context)),
                ],
                remedy:
                    "Announce only addresses that the other hosts can reach; if this one should be reachable, look for "
                    + "a firewall, or for a host that is gone.",
                reference: "RFC 6762 §6.2")
        }
    }
}
