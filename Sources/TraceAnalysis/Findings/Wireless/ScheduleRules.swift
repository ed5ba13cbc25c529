import TraceModel
import WireCoding
import WirelessFrames

/// Two nodes that know each other are seldom or never on the same channel at the same time.
enum ChannelOverlapRule: FindingRule {
    /// Idle devices of Apple meet in two slots of sixteen; fewer than that is less than they need to stay in step.
    private static let fewest = 2

    static func findings(in context: FindingContext) -> [Finding] {
        let findings = context.awdlPairs.compactMap { first, second, pair -> Finding? in
            guard let overlap = pair.sharedTime ?? pair.windowOverlap, let one = first.sequences.last,
                let other = second.sequences.last, FindingContext.haveMet(first, second),
                first.roots.contains(where: { claim in second.roots.contains { $0.root == claim.root } })
            else { return nil }
            let length = max(one.channels.count, other.channels.count)
            // Clocks that are a little apart take only a little from each slot.
            let count = Int((overlap * Double(length)).rounded())
            guard count < fewest else { return nil }
            let isShifted = overlap != pair.windowOverlap
            let slots =
                if overlap == 0 {
                    "never on the same channel"
                } else if isShifted || pair.commonSlots.isEmpty {
                    "on the same channel for \(tenths(overlap * Double(length))) slots"
                } else {
                    "on the same channel in slot \(pair.commonSlots[0]) only"
                }
            let clocks: String =
                if pair.sharedTime == nil {
                    ", if their clocks agree"
                } else if isShifted, let distance = pair.clockDistance {
                    ", since their clocks are \(milliseconds(abs(distance))) apart"
                } else {
                    ""
                }
            let wait = pair.longestWait.map { ": a packet may wait \(milliseconds($0))" } ?? ""
            return context.finding(
                "awdl-channel-overlap-low", count == 0 ? .warning : .note, about: .wireless,
                at: [max(one.moment, other.moment)],
                message: "\(context.label(of: first)) and \(context.label(of: second)) follow the same master, but are "
                    + "\(slots) of \(length)\(clocks)\(wait).",
                facts: [
                    "nodes": [first.address, second.address], "overlap": overlap, "slots": length,
                    "clockDistance": pair.clockDistance, "longestWait": pair.longestWait, "limit": fewest,
                ],
                remedy: "Check the access points of both: a device reserves slots for its own. On the same channel, or "
                    + "without an access point, the devices share more slots.",
                reference: "Docs/formats.md, wireless: overlap")
        }
        return FindingContext.capped(findings)
    }

    private static func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded())) ms" }

    private static func tenths(_ index: Double) -> String {
        let tenths = max(1, Int((index * 10).rounded()))
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// A node spends most of its slots on the channel of its access point, while no other node is there.
enum InfrastructureScheduleRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        // If some pairs are left out, it is unknown which other nodes were present.
        guard let awdl = context.report.wireless?.awdl, awdl.omittedPairs == 0 else { return [] }
        let nodes = context.awdlNodes
        // For each node, the slots in which any other node beside it is on its channel.
        var company: [Int: Set<Int>] = [:]
        for (pair, (first, second)) in zip(awdl.pairs, AWDLPairs.indices(of: nodes.count)) {
            guard FindingContext.haveMet(nodes[first], nodes[second]) else { continue }
            // Without clocks they count as in step, as everywhere.
            let delay = Int(((pair.clockDistance ?? 0) * 1e6).rounded())
            company[first, default: []].formUnion(meetings(of: nodes[first], with: nodes[second], delay))
            company[second, default: []].formUnion(meetings(of: nodes[second], with: nodes[first], -delay))
        }
        let findings = nodes.indices.compactMap { index -> Finding? in
            let node = nodes[index]
            guard let channel = node.infrastructureChannel.flatMap({ UInt8(exactly: $0) }), channel > 0,
                let sequence = node.sequences.last, let met = company[index]
            else { return nil }
            let present = sequence.channels.filter { $0 != 0 }.count
            let own = sequence.channels.enumerated().count { slot, used in used == channel && !met.contains(slot) }
            guard own * 2 > present else { return nil }
            return context.finding(
                "awdl-infrastructure-favored", .note, about: .wireless, at: [sequence.moment],
                message: "\(context.label(of: node)) is on channel \(channel) of its access point in \(own) of the "
                    + "\(present) slots in which it listens, while no other node is there.",
                facts: ["node": node.address, "channel": Int(channel), "slotsAlone": own, "slots": present],
                remedy: remedy(channel), reference: "Docs/formats.md, wireless: overlap")
        }
        return FindingContext.capped(findings)
    }

    private static func remedy(_ channel: UInt8) -> String {
        // A sequence with all of AWDL's channels, whichever the node uses.
        guard AWDLSocialChannels(rawValue: 7).channels.contains(UInt16(channel)) else {
            return "Leave that network, or put its access point on 6, 44 or 149, where AWDL nodes meet."
        }
        return
            "Leave that network, or put the access points of the other nodes on \(channel) as well: AWDL nodes meet there, but "
            + "theirs are elsewhere."
    }

    /// Slots of a node's schedule in which another one is on its channel for some of the time.
    private static func meetings(of node: AWDLNodeHistory, with other: AWDLNodeHistory, _ delay: Int) -> [Int] {
        guard let own = node.sequences.last?.channels, let theirs = other.sequences.last?.channels, !own.isEmpty,
            !theirs.isEmpty
        else { return [] }
        return AWDLSharedTime(own, theirs, delay: delay).slots.map { $0 % own.count }
    }
}

/// A node's clock is not where that of the node it follows is, so that the two are on the same channel at different times.
enum SyncErrorRule: FindingRule {
    /// Three time units of 1,024 µs: from there on OWL reports an error, and it keeps as much away from the ends of a slot.
    private static let limit = 0.003072
    /// Fewer samples may all be of one moment.
    private static let fewest = 8

    static func findings(in context: FindingContext) -> [Finding] {
        let findings = context.awdlPairs.compactMap { first, second, pair -> Finding? in
            guard pair.syncError.count >= fewest, let median = pair.syncError.median, median > limit else { return nil }
            return context.finding(
                "awdl-sync-error-high", .warning, about: .wireless, at: [max(first.first, second.first)],
                message: "\(context.label(of: first)) and \(context.label(of: second)) are "
                    + "\(milliseconds(median)) apart (median of \(pair.syncError.count)) while one follows the other; "
                    + "a slot is 65.5 ms long.",
                facts: [
                    "nodes": [first.address, second.address], "median": median, "samples": pair.syncError.count,
                    "limit": limit,
                ],
                remedy: "A node that drifts sends frames while the other is on another channel. If "
                    + "the radio provides no time of its own, compare with a capture from one that does.",
                reference: "Docs/formats.md, wireless: synchronization error")
        }
        return FindingContext.capped(findings)
    }

    private static func milliseconds(_ seconds: Double) -> String {
        "\((seconds * 10_000).rounded() / 10) ms"
    }
}

/// The long delays of a session end in the rhythm of AWDL's slots: packets wait until both ends are on one channel.
enum ChannelHoppingRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = context.report.wireless?.awdl?.nodes ?? []
        let nodeOfPeer = Dictionary(nodes.enumerated().compactMap { index, node in node.peer.map { ($0, index) } }) {
            first, _ in first
        }
        return context.connections.indices.compactMap { index in
            guard let evidence = evidence(of: context.connections[index]) else { return nil }
            let session = context.report.sessions[index]
            let ends = [session.initiator.peer, session.responder.peer].compactMap { $0.flatMap { nodeOfPeer[$0] } }
            let schedule = SessionSchedule(
                of: ends.map { nodes[$0] }, during: session,
                clockDistance: ends.count == 2 ? context.clockDistance(from: ends[0], to: ends[1]) : nil)
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
