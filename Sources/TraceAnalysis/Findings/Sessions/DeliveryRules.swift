import TraceModel

/// A direction of a session lost more than a sound network loses.
enum PacketLossRule: SessionRule {
    /// With fewer packets a share means little.
    static let fewest = 50
    /// Fewer duplicate packets are not taken for copies.
    private static let fewestDoubled = 8

    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard
            context.connections[index].initiator.packets >= fewest
                || context.connections[index].responder.packets >= fewest
        else { return [] }
        let (session, connection) = (context.report.sessions[index], context.connections[index])
        // A third or more: the file has packets twice, which timestamps do not show here.
        guard isPlausible(session.forward, of: connection.initiator),
            isPlausible(session.backward, of: connection.responder)
        else { return [] }
        return context.askEnds(of: index) { side, end in
            finding(end.isInitiator ? session.forward : session.backward, side, sentBy: end, context)
        }
    }

    private static func isPlausible(_ direction: SessionDirection, of side: ConnectionSide) -> Bool {
        side.payloadPackets < fewestDoubled || (direction.retransmittedPackets ?? 0) * 3 <= side.payloadPackets
    }

    private static func finding(
        _ direction: SessionDirection, _ side: ConnectionSide, sentBy end: SessionEnd, _ context: FindingContext
    ) -> Finding? {
        guard let share = share(direction, side, of: context.report.sessions[end.index].transport) else { return nil }
        let messages = share.isNumbered ? "numbered messages" : "data packets"
        return context.finding(
            "packet-loss-high", .warning, sentBy: end, at: [],
            message: "\(share.lost) of \(share.sent) \(messages) from \(context.label(of: end)) "
                + (share.isNumbered ? "never arrived" : "were retransmitted")
                + " (\(FindingContext.percent(share.lost, of: share.sent))).",
            facts: [
                "lost": share.lost, "sent": share.sent, "counted": share.isNumbered ? "messages" : "packets",
                "ratio": (Double(share.lost) / Double(share.sent)).roundedToNanoseconds, "limit": share.limit,
            ],
            remedy: "Compare distance, channel and load of the radio. nearscope correlate shows where packets are lost."
        )
    }

    private struct Share {
        let lost: Int
        let sent: Int
        let isNumbered: Bool

        /// The part that a sound network may lose, or send again.
        var limit: Double { isNumbered ? 0.02 : 0.03 }
        var isTooMuch: Bool { isNumbered ? lost * 50 > sent : lost * 100 > sent * 3 }
    }

    /// Nil where it is not too much.
    private static func share(
        _ direction: SessionDirection, _ side: ConnectionSide, of transport: Session.Transport
    ) -> Share? {
        if let lost = direction.lostMessages {
            // Copies arrived more often than they were sent.
            let sent = direction.messageTypes["data"] - (direction.duplicateMessages ?? 0) + lost
            let share = Share(lost: lost, sent: sent, isNumbered: true)
            return sent >= fewest && share.isTooMuch ? share : nil
        }
        guard transport == .tcp, let again = direction.retransmittedPackets, side.payloadPackets >= fewest else {
            return nil
        }
        let share = Share(lost: again, sent: side.payloadPackets, isNumbered: false)
        guard share.isTooMuch,
            // Probes of a stalled connection repeat one byte, and lose nothing.
            let bytes = direction.retransmittedBytes, bytes > again, bytes * 100 > direction.payloadBytes ?? 0
        else { return nil }
        return share
    }
}

/// Datagrams of one session came twice: the same number, or the same event.
enum DuplicateDatagramRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        let session = context.report.sessions[index]
        return [(session.forward, true), (session.backward, false)].compactMap { direction, isInitiator in
            guard let copies = context.connections[index].copies(ofInitiator: isInitiator) else { return nil }
            return finding(
                direction, sentBy: SessionEnd(index: index, isInitiator: isInitiator), copies, context)
        }
    }

    private static func finding(
        _ direction: SessionDirection, sentBy end: SessionEnd, _ copies: DatagramCopies, _ context: FindingContext
    ) -> Finding? {
        guard let count = direction.duplicateMessages, count > 0, let all = direction.messages else { return nil }
        let sender = context.label(of: end)
        return context.finding(
            "duplicate-message", .note, sentBy: end, at: copies.moments,
            message: count == 1
                ? "1 of \(all) datagrams from \(sender) is a duplicate: its \(copies.name.dropLast()) was sent before."
                : "\(count) of \(all) datagrams from \(sender) are duplicates: their \(copies.name) were sent before.",
            facts: ["duplicates": count, "messages": all],
            remedy: "Expect UDP to deliver datagrams twice. Number them, so that the receiver can recognize duplicates."
        )
    }
}
