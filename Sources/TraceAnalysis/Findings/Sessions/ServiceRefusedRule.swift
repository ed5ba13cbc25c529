import TraceModel

/// A service is announced, and its port refuses connections.
enum ServiceRefusedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let refused = context.failures.refused.values.joined().filter(context.leadsToOffer)
        return SessionGroups.ofServices(refused.sorted(), in: context).map { group in
            let count = group.sessions.count
            return context.finding(
                "service-refused", group.mostOfOneRoute < RefusedConnectionRule.persistent ? .note : .warning,
                about: group,
                at: group.sessions.prefix(Finding.maximumFrames).compactMap {
                    context.connections[$0].firstReset ?? context.connections[$0].decidingError?.moment
                },
                message:
                    "\(context.serviceName(of: group)) is announced at \(context.responder(of: group)), which refused "
                    + "\(context.initiator(of: group))" + (count == 1 ? "" : " \(count) times"),
                facts: ["service": context.report.sessions[group.first].service],
                remedy: "Register the service after its program listens, on the port on which it listens, "
                    + "and unregister it before the program ends.",
                reference: "RFC 6763 §4.1")
        }
    }
}
