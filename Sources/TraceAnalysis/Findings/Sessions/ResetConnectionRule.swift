import TraceModel

/// Connections were reset while something was still to be said: bytes were on their way, or a question had no answer.
///
/// A reset after a FIN, or after both sides had all that was said, is how many programs close.
enum ResetConnectionRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        var byResponder: [Int] = []
        var byInitiator: [Int] = []
        for index in context.report.sessions.indices where context.report.sessions[index].ending == .reset {
            guard isInConversation(index, context), !ForgottenConnectionRule.applies(to: index, in: context) else {
                continue
            }
            if context.connections[index].details.reset?.fromInitiator == true {
                byInitiator.append(index)
            } else {
                byResponder.append(index)
            }
        }
        return SessionGroups.of(byResponder, in: context).map { finding($0, .warning, context) }
            + SessionGroups.of(byInitiator, in: context).map { finding($0, .note, context) }
    }

    /// Whether a session was reset before its time.
    static func isInConversation(_ index: Int, _ context: FindingContext) -> Bool {
        guard let reset = context.connections[index].details.reset, !reset.followsFIN else { return false }
        let (sender, other) =
            reset.fromInitiator
            ? (context.connections[index].initiator.lastPayload, context.connections[index].responder.lastPayload)
            : (context.connections[index].responder.lastPayload, context.connections[index].initiator.lastPayload)
        guard let other else { return false }
        return reset.losesBytes || sender ?? .min < other
    }

    private static func finding(
        _ group: SessionGroup, _ severity: Finding.Severity, _ context: FindingContext
    ) -> Finding {
        let count = group.sessions.count
        let resets = group.sessions.compactMap { context.connections[$0].details.reset }
        let losing = resets.count(where: \.losesBytes)
        let isByInitiator = resets.first?.fromInitiator ?? false
        let (sender, other) =
            isByInitiator
            ? (context.initiator(of: group), context.responder(of: group))
            : (context.responder(of: group), context.initiator(of: group))
        return context.finding(
            "connection-reset", severity, about: group, at: resets.map(\.moment),
            message: "\(sender) reset "
                + (count == 1 ? "the connection with \(other)" : "\(count) connections with \(other)")
                + (count == 1
                    ? losing == 1 ? " while data was on its way to it" : " instead of answering"
                    : ", \(losing) while data was on its way to it, \(count - losing) instead of answering"),
            facts: ["by": isByInitiator ? "initiator" : "responder", "withUnacknowledgedData": losing],
            remedy: isByInitiator
                ? "Look for a timeout or a cancelled request in the connecting program."
                : "Look for a crash, a full queue or a timeout of the program there, or for a firewall in between.",
            reference: "RFC 9293 section 3.5.2")
    }
}
