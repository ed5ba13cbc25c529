import TraceModel

/// A host answered SYNs again and again, and its answers were never acknowledged.
enum UnfinishedHandshakeRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        SessionGroups.of(context.failures.unfinished, in: context).map { group in
            let answers = group.sessions.reduce(0) { $0 + Int(context.connections[$1].synAckCount) }
            let count = group.sessions.count
            let longest = UnansweredConnectionRule.longest(of: group, context)
            // Who floods a host with SYNs does not wait for its answers.
            let isFlood = group.initiators >= RefusedConnectionRule.scan
            return context.finding(
                "handshake-unfinished",
                !isFlood && group.endpoints < RefusedConnectionRule.scan
                    && longest >= UnansweredConnectionRule.persistent ? .warning : .note,
                about: group, at: context.openings(of: group),
                message: "\(context.initiator(of: group)) never acknowledged the answers of "
                    + "\(context.responder(of: group)): \(answers) SYN/ACKs in "
                    + (count == 1 ? "1 attempt" : "\(count) attempts")
                    + (isFlood ? ", which looks like a SYN flood" : ""),
                facts: [
                    "answers": answers, "longest": context.axis.duration(longest), "endpoints": group.endpoints,
                ],
                remedy: isFlood
                    ? "Let the host answer with SYN cookies, and find out who sends the SYNs."
                    : "Look for a firewall or a route that loses packets in one direction: the SYN arrived, and the answer, "
                        + "or what acknowledges it, did not.",
                reference: "RFC 9293 §3.5")
        }
    }
}
