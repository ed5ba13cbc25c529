import TraceModel

/// One side asked with keep-alives whether the other is still there, and nothing came back to the end.
enum UnansweredKeepAliveRule: FindingRule {
    /// One or two may be lost.
    private static let fewest = 3

    static func findings(in context: FindingContext) -> [Finding] {
        let dead = context.report.sessions.indices.filter { index in
            context.report.sessions[index].hasDialog { ($0.keepAlives ?? 0) >= fewest }
                && unanswered(index, context) != nil
        }
        return SessionGroups.of(dead, in: context).map { finding($0, context) }
    }

    private static func unanswered(
        _ index: Int, _ context: FindingContext
    ) -> (packets: UnansweredPackets, isInitiator: Bool)? {
        let sides = (context.connections[index].initiator.unanswered, context.connections[index].responder.unanswered)
        if let packets = sides.0?.value, packets.keepAlives >= fewest { return (packets, true) }
        if let packets = sides.1?.value, packets.keepAlives >= fewest { return (packets, false) }
        return nil
    }

    private static func finding(_ group: SessionGroup, _ context: FindingContext) -> Finding {
        let evidence = group.sessions.compactMap { unanswered($0, context) }
        let count = evidence.reduce(0) { $0 + Int($1.packets.keepAlives) }
        let isInitiator = evidence.first?.isInitiator ?? true
        let (sender, other) =
            isInitiator
            ? (context.initiator(of: group), context.responder(of: group))
            : (context.responder(of: group), context.initiator(of: group))
        return context.finding(
            "keep-alive-unanswered", .warning, about: group,
            at: evidence.flatMap { [$0.packets.first, $0.packets.last] },
            message: "\(other) did not answer \(count) keep-alives of \(sender)"
                + (group.sessions.count == 1 ? "" : " on \(group.sessions.count) connections"),
            facts: ["gone": isInitiator ? "responder" : "initiator", "keepAlives": count],
            remedy:
                "Check whether the device slept, left the network, or whether a router on the way forgot the connection.",
            reference: "RFC 9293 section 3.8.4")
    }
}
