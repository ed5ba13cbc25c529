import TraceModel

/// Attempts that lost against another one of the same host, as Happy Eyeballs has them: nothing is wrong.
enum RacedConnectionRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        SessionGroups.of(context.failures.raced, in: context).map { group in
            let count = group.sessions.count
            return context.finding(
                "connection-raced", .note, about: group, at: context.openings(of: group),
                message: "\(context.initiator(of: group)) got no connection to \(context.responder(of: group))"
                    + (count == 1 ? "" : " in \(count) attempts")
                    + ", but one to another address that it tried at the same time",
                facts: [:],
                remedy: "Nothing is wrong if the host tries several addresses on purpose; "
                    + "an address that always loses may not work.",
                reference: "RFC 8305 §5")
        }
    }
}
