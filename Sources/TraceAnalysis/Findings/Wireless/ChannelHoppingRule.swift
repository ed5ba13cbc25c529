/// The long delays of a session end in the rhythm of AWDL's slots: packets wait until both ends are on one channel.
enum ChannelHoppingRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = Dictionary(
            (context.report.wireless?.awdl?.nodes ?? []).compactMap { node in node.peer.map { ($0, node) } }
        ) { first, _ in first }
        return context.connections.indices.compactMap { number in
            guard let evidence = evidence(of: context.connections[number]) else { return nil }
            let session = context.report.sessions[number]
            let ends = [session.initiator.peer, session.responder.peer].compactMap { $0.flatMap { nodes[$0] } }
            let schedule = schedule(of: ends)
            return context.finding(
                "channel-hopping-latency", schedule == nil ? .note : .warning, about: session, at: [],
                message:
                    "Round trips wait in a rhythm of 1.05 s: \(evidence.waits) of \(evidence.samples) took "
                    + "\(milliseconds(evidence.wait)) on average, the others \(milliseconds(evidence.usual)), and "
                    + "\(Int((evidence.explained * 100).rounded())) % of the long ones ended at the same few moments "
                    + "of the rhythm" + (schedule.map { "; \($0)" } ?? "") + ".",
                remedy: "Both ends share few of their radio's slots: use a network with an access point for what must "
                    + "be fast, or leave the access point while AWDL is in use.")
        }
    }

    private static func evidence(of connection: Connection) -> DelayRhythm.Evidence? {
        let all = [
            connection.initiator.roundTrips.rhythm.evidence, connection.responder.roundTrips.rhythm.evidence,
            connection.pairs?.rhythm.evidence,
        ]
        return all.compactMap(\.self).max { $0.explained < $1.explained }
    }

    /// What the nodes' own schedules say, where they leave slots out.
    private static func schedule(of ends: [AWDLReport.Node]) -> String? {
        let sequences = ends.compactMap(\.channelSequences.last?.channels)
        guard let first = sequences.first else { return nil }
        let common = first.indices.filter { slot in
            first[slot] != 0 && sequences.allSatisfy { slot < $0.count && $0[slot] == first[slot] }
        }
        guard common.count < first.count else { return nil }
        guard sequences.count > 1 else { return "one end listens in \(common.count) of \(first.count) slots" }
        return "their schedules share \(common.count) of \(first.count) slots"
    }

    private static func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded())) ms" }
}
