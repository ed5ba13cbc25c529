import TraceModel

/// One side used a connection again after a long pause, and the other one no longer knew it: it had slept, restarted or
/// timed out meanwhile.
enum ForgottenConnectionRule: FindingRule {
    /// A reset this soon after the pause answers what ended it; in nanoseconds.
    private static let answer: Int64 = 5_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        let forgotten = context.report.sessions.indices.filter {
            context.report.sessions[$0].ending == .reset && applies(to: $0, in: context)
        }
        return SessionGroups.bySide(forgotten, in: context) { index, isInitiator in
            context.connections[index].details.reset?.fromInitiator == isInitiator
        }.map { finding($0, context) }
    }

    /// Whether the reset of a session is the answer to what ended a pause.
    static func applies(to index: Int, in context: FindingContext) -> Bool {
        guard let reset = context.connections[index].details.reset, !reset.followsFIN,
            let pause = context.connections[index].details.pause, pause.fromInitiator != reset.fromInitiator
        else { return false }
        let wait = reset.moment.time &- pause.resumed.time
        return wait >= 0 && wait <= answer
    }

    private static func finding(_ sided: SidedGroup, _ context: FindingContext) -> Finding {
        let details = sided.sessions.map { context.connections[$0].details }
        let pauses = details.compactMap { $0.pause?.length }
        let count = sided.sessions.count
        let (sender, other) = context.ends(of: sided)
        return context.finding(
            "connection-forgotten", .note, about: sided.group,
            at: details.flatMap { [$0.pause?.resumed, $0.reset?.moment].compactMap(\.self) },
            message: "\(other) used " + (count == 1 ? "a connection" : "\(count) connections")
                + " with \(sender) again after a pause of \(FindingContext.seconds(pauses.max() ?? 0))"
                + ", and a reset said that it no longer exists",
            facts: ["pause": context.axis.duration(pauses.max() ?? 0), "by": sided.side],
            remedy: "Close connections before a device sleeps, send keep-alives more often than that, or connect again "
                + "at once when this happens.",
            reference: "RFC 9293 §3.5.1")
    }
}
