/// A node spends most of its slots on the channel of its access point, while no other node is there.
enum InfrastructureScheduleRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = context.awdlNodes
        guard nodes.count > 1 else { return [] }
        // By channel and slot: in how many nodes' schedules. Who is alone there is counted once.
        var crowds: [UInt16: Int] = [:]
        for node in nodes {
            for (slot, channel) in (node.sequences.last?.channels ?? []).enumerated() where channel != 0 {
                crowds[place(slot, channel), default: 0] += 1
            }
        }
        let findings = nodes.compactMap { node -> Finding? in
            guard let channel = node.infrastructureChannel.flatMap({ UInt8(exactly: $0) }), channel > 0,
                let sequence = node.sequences.last
            else { return nil }
            let present = sequence.channels.filter { $0 != 0 }.count
            let own = sequence.channels.enumerated().count { slot, used in
                used == channel && crowds[place(slot, channel)] == 1
            }
            guard own * 2 > present else { return nil }
            return context.wirelessFinding(
                "awdl-infrastructure-favored", .note, at: [sequence.moment],
                message: "\(context.label(of: node)) is on channel \(channel) of its access point in \(own) of the "
                    + "\(present) slots in which it listens, while no other node is there.",
                remedy: "Leave that network, or put its access point on 6, 44 or 149, where AWDL meets.",
                reference: "Docs/formats.md, wireless: overlap")
        }
        return FindingContext.capped(findings)
    }

    /// Schedules have up to 256 slots.
    private static func place(_ slot: Int, _ channel: UInt8) -> UInt16 {
        UInt16(truncatingIfNeeded: slot) << 8 | UInt16(channel)
    }
}
