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
        var vanished: [Int] = []
        for index in context.report.sessions.indices
        where context.report.sessions[index].hasDialog(where: { ($0.retransmittedPackets ?? 0) >= fewest })
            && unanswered(index, context) != nil
        {
            vanished.append(index)
        }
        return SessionGroups.of(vanished, in: context).map { finding($0, context) }
    }

    private static func unanswered(
        _ index: Int, _ context: FindingContext
    ) -> (packets: UnansweredPackets, isInitiator: Bool)? {
        for isInitiator in [true, false] {
            let packets =
                isInitiator
                ? context.connections[index].initiator.unanswered : context.connections[index].responder.unanswered
            guard let packets = packets?.value, packets.retransmissions >= fewest,
                packets.last.time &- packets.first.time >= shortest
            else { continue }
            return (packets, isInitiator)
        }
        return nil
    }

    private static func finding(_ group: SessionGroup, _ context: FindingContext) -> Finding {
        let evidence = group.sessions.compactMap { unanswered($0, context) }
        let retransmissions = evidence.reduce(0) { $0 + Int($1.packets.retransmissions) }
        let longest = evidence.map { $0.packets.last.time &- $0.packets.first.time }.max() ?? 0
        let isInitiator = evidence.first?.isInitiator ?? true
        let count = group.sessions.count
        let (sender, other) =
            isInitiator
            ? (context.initiator(of: group), context.responder(of: group))
            : (context.responder(of: group), context.initiator(of: group))
        return context.finding(
            "peer-vanished", longest >= persistent ? .warning : .note, about: group,
            at: evidence.flatMap { [$0.packets.first, $0.packets.last] },
            message: "\(other) stopped answering \(sender)" + (count == 1 ? "" : " on \(count) connections")
                + ": \(retransmissions) retransmissions over \(FindingContext.seconds(longest)) brought no packet back",
            facts: [
                "gone": isInitiator ? "responder" : "initiator", "retransmissions": retransmissions,
                "longest": context.axis.duration(longest),
            ],
            remedy: "Check whether the device left the network, slept or lost power at that time.",
            reference: "RFC 9293 section 3.8.3")
    }
}

extension Session {
    /// Whether both sides sent something, and one of the directions meets a condition.
    func hasDialog(where condition: (SessionDirection) -> Bool) -> Bool {
        transport == .tcp && backward.packets > 0 && forward.packets > 0 && (condition(forward) || condition(backward))
    }
}
