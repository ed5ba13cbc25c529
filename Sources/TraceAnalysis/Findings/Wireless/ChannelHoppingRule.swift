import TraceModel

/// The long delays of a session end in the rhythm of AWDL's slots: packets wait until both ends are on one channel.
enum ChannelHoppingRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = Dictionary(
            (context.report.wireless?.awdl?.nodes ?? []).compactMap { node in node.peer.map { ($0, node) } }
        ) { first, _ in first }
        return context.connections.indices.compactMap { index in
            guard let evidence = evidence(of: context.connections[index]) else { return nil }
            let session = context.report.sessions[index]
            let ends = [session.initiator.peer, session.responder.peer].compactMap { $0.flatMap { nodes[$0] } }
            let schedule = SessionSchedule(of: ends, during: session, pairs: context.report.wireless?.awdl?.pairs ?? [])
            let isExplained = schedule?.leavesSlotsOut ?? false
            guard isExplained || evidence.isOfSchedule else { return nil }
            return context.finding(
                "channel-hopping-latency", isExplained && evidence.isOfSchedule ? .warning : .note, about: session,
                at: evidence.longest,
                message: message(evidence, isExplained ? schedule : nil),
                facts: [
                    "waits": evidence.waits, "roundTrips": evidence.samples, "wait": evidence.wait,
                    "usual": evidence.usual, "explained": evidence.explained,
                    "sharedSlots": schedule?.sharedSlots, "slots": schedule?.slots,
                ],
                remedy: "The ends share few radio slots: use a network with an access point for what must "
                    + "be fast, or leave the access point while AWDL is in use.")
        }
    }

    private static func evidence(of connection: Connection) -> DelayRhythm.Evidence? {
        let all = [
            connection.initiator.roundTrips.rhythm.evidence, connection.responder.roundTrips.rhythm.evidence,
            connection.pairs?.rhythm.evidence,
        ]
        return all.compactMap(\.self).max {
            ($0.isOfSchedule ? 1 : 0, $0.explained) < ($1.isOfSchedule ? 1 : 0, $1.explained)
        }
    }

    private static func message(_ evidence: DelayRhythm.Evidence, _ schedule: SessionSchedule?) -> String {
        let share = Int((evidence.explained * 100).rounded())
        var text =
            "Round trips wait with a period of 1.05 s: \(evidence.waits) of \(evidence.samples) took "
            + "\(milliseconds(evidence.wait)) on average, the others \(milliseconds(evidence.usual)), and \(share) % of "
            + "the long ones ended at the same few points of the period"
        if let schedule { text += "; \(schedule)" }
        if !evidence.isOfSchedule { text += "; over such a short time a timer with nearly that period looks the same" }
        return text + "."
    }

    private static func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded())) ms" }
}
