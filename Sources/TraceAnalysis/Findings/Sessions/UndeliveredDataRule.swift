import TraceModel

/// One side sent the same bytes repeatedly and they were never acknowledged, although the other side responded: something
/// between them drops these packets and forwards others.
enum UndeliveredDataRule: FindingRule {
    /// RFC 9293 §3.8.3 has a delivery problem from three retransmissions on (R1).
    private static let fewest = 3
    /// In nanoseconds: what is lost by chance arrives sooner.
    private static let shortest: Int64 = 3_000_000_000
    /// A gap of the radio is over sooner; in nanoseconds.
    private static let persistent: Int64 = 10_000_000_000
    /// Payload of packets that a path with a smaller MTU than Ethernet's may drop: IPv6 requires 1,280 bytes with the headers
    /// (RFC 8200 §5).
    private static let largePayload = 1_200

    static func findings(in context: FindingContext) -> [Finding] {
        let candidates = context.report.sessions.indices.filter {
            context.report.sessions[$0].hasDialog { ($0.retransmittedPackets ?? 0) >= fewest }
        }
        return SessionGroups.bySide(candidates, in: context) { undelivered($0, $1, context) != nil }
            .map { finding($0, context) }
    }

    private static func undelivered(_ index: Int, _ isInitiator: Bool, _ context: FindingContext) -> UndeliveredBytes? {
        let connection = context.connections[index]
        let (side, other) =
            isInitiator
            ? (connection.initiator, connection.responder) : (connection.responder, connection.initiator)
        guard let bytes = side.undelivered?.value, bytes.retransmissions >= fewest,
            bytes.last.time &- bytes.first.time >= shortest
        else { return nil }
        // Who has no room acknowledges nothing, and who is gone neither.
        guard other.zeroWindows == 0 else { return nil }
        let wasHeardSince = side.unanswered.map { $0.value.first > bytes.first } ?? true
        // Who asked for large packets once, and hears nothing else any more, has nothing to say either.
        return wasHeardSince || bytes.length >= largePayload && side.isAskedAgain ? bytes : nil
    }

    /// Whether the retransmissions of one side are those of data that does not arrive, and not those to a peer that is gone.
    static func explains(_ index: Int, _ isInitiator: Bool, _ context: FindingContext) -> Bool {
        undelivered(index, isInitiator, context) != nil
    }

    private static func finding(_ sided: SidedGroup, _ context: FindingContext) -> Finding {
        let evidence = sided.sessions.compactMap { undelivered($0, sided.isInitiator, context) }
        let retransmissions = evidence.reduce(0) { $0 + Int($1.retransmissions) }
        let longest = evidence.map { $0.last.time &- $0.first.time }.max() ?? 0
        let length = evidence.map(\.length).max() ?? 0
        let isLarge = evidence.allSatisfy { $0.length >= largePayload }
        let count = sided.sessions.count
        let (sender, other) = context.ends(of: sided)
        return context.finding(
            "data-undelivered", longest >= persistent ? .warning : .note, about: sided.group,
            at: evidence.flatMap { [$0.first, $0.last] },
            message: "\(other) never acknowledged data from \(sender)" + (count == 1 ? "" : " on \(count) connections")
                + ", although it kept responding: \(retransmissions) retransmissions of up to \(length) bytes over "
                + FindingContext.seconds(longest),
            facts: [
                "by": sided.side, "retransmissions": retransmissions, "length": length,
                "longest": context.axis.duration(longest),
            ],
            remedy: isLarge
                ? "Check the MTU of the path: a router may drop large packets without sending ICMP. "
                    + "Try a smaller MTU at one end."
                : "Look for a firewall that drops packets by their content, and for wrong checksums.",
            reference: isLarge ? "RFC 2923 §2.1" : "RFC 9293 §3.8.3")
    }
}
