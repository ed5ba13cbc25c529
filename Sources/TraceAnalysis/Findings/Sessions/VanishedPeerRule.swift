import TraceModel

/// One side sent the same bytes again and again to the end, and nothing came back: the other one is gone.
enum VanishedPeerRule: FindingRule {
    /// RFC 9293 §3.8.3 has a delivery problem from three retransmissions on (R1).
    static let fewest = 3
    /// In nanoseconds: copies within less are a burst, not timeouts (RFC 6298 §2.4 has a second between them).
    private static let shortest: Int64 = 1_000_000_000
    /// A gap of the radio is over sooner; in nanoseconds.
    private static let persistent: Int64 = 10_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        let candidates = context.report.sessions.indices.filter {
            context.report.sessions[$0].hasDialog { ($0.retransmittedPackets ?? 0) >= fewest }
        }
        return SessionGroups.bySide(candidates, in: context) {
            unanswered($0, $1, context) != nil && !UndeliveredDataRule.explains($0, $1, context)
        }
        .map { finding($0, context) }
    }

    /// What one side of a session sent again to the end.
    private static func unanswered(_ index: Int, _ isInitiator: Bool, _ context: FindingContext) -> UnansweredPackets? {
        guard let packets = context.connections[index].unanswered(ofInitiator: isInitiator),
            packets.retransmissions >= fewest, packets.last.time &- packets.first.time >= shortest
        else { return nil }
        return packets
    }

    private static func finding(_ sided: SidedGroup, _ context: FindingContext) -> Finding {
        let evidence = sided.sessions.compactMap { unanswered($0, sided.isInitiator, context) }
        let retransmissions = evidence.reduce(0) { $0 + Int($1.retransmissions) }
        let longest = evidence.map { $0.last.time &- $0.first.time }.max() ?? 0
        let count = sided.sessions.count
        let (sender, other) = context.ends(of: sided)
        return context.finding(
            "peer-vanished", longest >= persistent ? .warning : .note, about: sided.group,
            at: evidence.flatMap { [$0.first, $0.last] },
            message: "\(other) stopped answering \(sender)" + (count == 1 ? "" : " on \(count) connections")
                + ": \(retransmissions) retransmissions over \(FindingContext.seconds(longest)) brought no packet back",
            facts: [
                "gone": sided.otherSide, "retransmissions": retransmissions, "longest": context.axis.duration(longest),
            ],
            remedy: "Check whether the device left the network, slept or lost power at that time.",
            reference: "RFC 9293 §3.8.3")
    }
}

extension Connection {
    /// What one side sent again or asked for, since the other side's last packet.
    func unanswered(ofInitiator isInitiator: Bool) -> UnansweredPackets? {
        isInitiator ? initiator.unanswered?.value : responder.unanswered?.value
    }
}

extension Session {
    /// Whether both sides sent something, and one of the directions meets a condition.
    func hasDialog(where condition: (SessionDirection) -> Bool) -> Bool {
        transport == .tcp && backward.packets > 0 && forward.packets > 0 && (condition(forward) || condition(backward))
    }
}
