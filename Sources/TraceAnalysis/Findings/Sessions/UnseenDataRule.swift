import TraceModel

/// The numbers of one side's packets say that it sent more than anybody saw: what it sent was lost on the way to the capture
/// point, and to the end it did not arrive.
enum LostAnswerRule: FindingRule {
    /// In nanoseconds: what is lost by chance is sent again sooner.
    private static let patience: Int64 = 3_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        let lastTime = context.counter.lastTime ?? 0
        guard !context.report.capture.interfaces.contains(where: { ($0.dropped ?? 0) > 0 }) else { return [] }
        let candidates = context.report.sessions.indices.filter {
            context.report.sessions[$0].established != nil && lastTime &- context.connections[$0].start >= patience
        }
        return SessionGroups.bySide(candidates, in: context) { index, isInitiator in
            let connection = context.connections[index]
            let (side, other) =
                isInitiator
                ? (connection.initiator, connection.responder) : (connection.responder, connection.initiator)
            // Whoever acknowledged them got them: then it is the capture that lacks them.
            guard side.unseenBytes > 0, side.missingBytes == 0, side.hasSeenAcknowledged else { return false }
            return max(lastTime, connection.end) &- (other.lastPayload ?? connection.start) >= patience
        }.map { finding($0, context) }
    }

    private static func finding(_ sided: SidedGroup, _ context: FindingContext) -> Finding {
        let lost = sided.sessions.reduce(0) { sum, index in
            let connection = context.connections[index]
            return sum + (sided.isInitiator ? connection.initiator : connection.responder).unseenBytes
        }
        let count = sided.sessions.count
        let (sender, other) = context.ends(of: sided)
        return context.finding(
            "data-undelivered", .note, about: sided.group, at: context.openings(of: sided.group),
            message: "\(sender) sent \(other) \(lost) bytes" + (count == 1 ? "" : " on \(count) connections")
                + " that did not arrive, as its later packets say",
            facts: [
                "by": sided.side, "retransmissions": nil as Int?, "length": nil as Int?, "longest": nil as Double?,
                "bytes": lost,
            ],
            remedy:
                "Compare the MTU of the path: most often something drops large packets, and the ICMP messages that say "
                + "so. Try with a smaller MTU at one end.",
            reference: "RFC 2923 §2.1")
    }
}
