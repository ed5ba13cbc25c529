import TraceModel

/// One side asked with keep-alives whether the other is still there, and nothing came back to the end.
enum UnansweredKeepAliveRule: FindingRule {
    /// One or two may be lost.
    private static let fewest = 3

    static func findings(in context: FindingContext) -> [Finding] {
        let candidates = context.report.sessions.indices.filter {
            context.report.sessions[$0].hasDialog { ($0.keepAlives ?? 0) >= fewest }
        }
        return SessionGroups.bySide(candidates, in: context) { unanswered($0, $1, context) != nil }
            .map { finding($0, context) }
    }

    /// The keep-alives of one side of a session, if none was answered to the end.
    private static func unanswered(_ index: Int, _ isInitiator: Bool, _ context: FindingContext) -> UnansweredPackets? {
        guard let packets = context.connections[index].unanswered(ofInitiator: isInitiator),
            packets.keepAlives >= fewest
        else { return nil }
        return packets
    }

    private static func finding(_ sided: SidedGroup, _ context: FindingContext) -> Finding {
        let evidence = sided.sessions.compactMap { unanswered($0, sided.isInitiator, context) }
        let count = evidence.reduce(0) { $0 + Int($1.keepAlives) }
        let (sender, other) = context.ends(of: sided)
        return context.finding(
            "keep-alive-unanswered", .warning, about: sided.group, at: evidence.flatMap { [$0.first, $0.last] },
            message: "\(other) did not answer \(count) keep-alives of \(sender)"
                + (sided.sessions.count == 1 ? "" : " on \(sided.sessions.count) connections"),
            facts: ["gone": sided.otherSide, "keepAlives": count],
            remedy:
                "Check whether the device slept, left the network, or whether a router on the way forgot the connection.",
            reference: "RFC 9293 §3.8.4")
    }
}
