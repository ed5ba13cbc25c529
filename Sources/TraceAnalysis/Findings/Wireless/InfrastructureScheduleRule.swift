/// A node spends most of its slots on the channel of its access point, where no other node is.
enum InfrastructureScheduleRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = context.awdlNodes
        guard nodes.count > 1 else { return [] }
        return nodes.compactMap { node in
            guard let channel = node.infrastructureChannel.flatMap({ UInt8(exactly: $0) }), channel > 0,
                let sequence = node.sequences.last
            else { return nil }
            let present = sequence.channels.filter { $0 != 0 }.count
            let own = sequence.channels.filter { $0 == channel }.count
            let isShared = nodes.contains { other in
                other.address != node.address && (other.sequences.last?.channels.contains(channel) ?? false)
            }
            guard own * 2 > present, !isShared else { return nil }
            return context.wirelessFinding(
                "awdl-infrastructure-favored", .note, at: [sequence.moment],
                message: "\(context.label(of: node)) is on channel \(channel) of its access point in \(own) of the "
                    + "\(present) slots in which it listens, and no other node ever is.",
                remedy: "Leave that network, or put its access point on 6, 44 or 149, where AWDL meets.",
                reference: "Docs/formats.md, wireless: overlap")
        }
    }
}
