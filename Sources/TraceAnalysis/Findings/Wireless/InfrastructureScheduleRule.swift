import TraceModel
import WireCoding
import WirelessFrames

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
