import TraceModel
import WireCoding

/// One host connects to one endpoint again and again, because each connection breaks soon.
enum FlappingConnectionRule: FindingRule {
    /// Connections in a row.
    private static let fewest = 4
    private static let persistent = 10
    /// In nanoseconds: what lives longer works for a time.
    private static let longestLife: Int64 = 30_000_000_000
    /// In nanoseconds: what comes later was not made to replace the one before.
    private static let longestGap: Int64 = 15_000_000_000

    private struct Attempt: Comparable {
        let initiator: IPAddress
        let responder: IPAddress
        let port: UInt16
        let index: Int

        static func < (first: Attempt, second: Attempt) -> Bool {
            (first.initiator, first.responder, first.port, first.index)
                < (second.initiator, second.responder, second.port, second.index)
        }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        let sessions = context.report.sessions
        // Sorted, not grouped by a table: there may be a million.
        let attempts = sessions.indices.filter { sessions[$0].established != nil }.map { index in
            let responder = context.connections[index].responderEndpoint
            return Attempt(
                initiator: context.connections[index].initiatorEndpoint.address, responder: responder.address,
                port: responder.port, index: index)
        }.sorted()
        var flapping: [[Int]] = []
        var row: [Attempt] = []
        for attempt in attempts {
            let isNext =
                row.last.map { last in
                    (last.initiator, last.responder, last.port) == (attempt.initiator, attempt.responder, attempt.port)
                        && follows(attempt.index, last.index, context)
                } ?? true
            if !isNext || !breaks(attempt.index, context) {
                if row.count >= fewest { flapping.append(row.map(\.index)) }
                row = []
            }
            if breaks(attempt.index, context) { row.append(attempt) }
        }
        if row.count >= fewest { flapping.append(row.map(\.index)) }
        // A group for each endpoint, with all of its rows.
        return SessionGroups.of(flapping.flatMap(\.self), in: context).map { finding($0, context) }
    }

    private static func follows(_ index: Int, _ earlier: Int, _ context: FindingContext) -> Bool {
        let gap = context.connections[index].start &- context.connections[earlier].end
        return gap >= 0 && gap <= longestGap
    }

    /// Whether a connection ended soon, though its ends did not mean it to: reset in mid-conversation, or one of a protocol
    /// that keeps its connections.
    private static func breaks(_ index: Int, _ context: FindingContext) -> Bool {
        guard context.connections[index].end &- context.connections[index].start <= longestLife else { return false }
        switch context.report.sessions[index].ending {
        case .reset:
            guard let reset = context.connections[index].details.reset, !reset.followsFIN else { return false }
            // Or before anything was asked.
            return ResetConnectionRule.isInConversation(index, context)
                || !reset.fromInitiator && context.connections[index].initiator.firstPayload == nil
        case .fin:
            return context.report.sessions[index].application.keepsConnections
        default: return false
        }
    }

    private static func finding(_ group: SessionGroup, _ context: FindingContext) -> Finding {
        let count = group.sessions.count
        let lives = group.sessions.map { context.connections[$0].end &- context.connections[$0].start }.sorted()
        let life = lives[lives.count / 2]
        return context.finding(
            "connection-flapping", group.mostOfOneRoute >= persistent ? .warning : .note, about: group,
            at: context.openings(of: group),
            message:
                "\(context.initiator(of: group)) connected to \(context.responder(of: group)) \(count) times in a row, "
                + "and each connection broke soon, half of them within \(FindingContext.seconds(life))",
            facts: ["life": context.axis.duration(life)],
            remedy: "Look at what ends each connection, and wait longer before each further attempt.",
            reference: "RFC 9293 §3.6")
    }
}
