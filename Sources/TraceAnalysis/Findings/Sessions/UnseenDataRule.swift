import TraceModel

/// The sequence numbers of one side show that it sent more bytes than the capture has, and the other side never acknowledged
/// them: they were lost before the capture point and were not delivered later.
enum UnseenDataRule: FindingRule {
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
            message: "\(lost) bytes from \(sender) to \(other)" + (count == 1 ? "" : " on \(count) connections")
                + " never arrived: later sequence numbers skip them",
            facts: [
                "by": sided.side, "retransmissions": nil as Int?, "length": nil as Int?, "longest": nil as Double?,
                "bytes": lost,
            ],
            remedy:
                "Check the MTU of the path: most often a router drops large packets without sending ICMP. "
                + "Try a smaller MTU at one end.",
            reference: "RFC 2923 §2.1")
    }
}
