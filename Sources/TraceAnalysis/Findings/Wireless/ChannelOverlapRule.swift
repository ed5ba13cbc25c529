import WireCoding

/// Two nodes that know each other are seldom or never on the same channel at the same time.
enum ChannelOverlapRule: FindingRule {
    /// Idle devices of Apple meet in two slots of sixteen; fewer than that is less than they need to stay in step.
    private static let fewest = 2

    static func findings(in context: FindingContext) -> [Finding] {
        guard let awdl = context.report.wireless?.awdl else { return [] }
        let nodes = Dictionary(context.awdlNodes.map { ($0.address.description, $0) }) { first, _ in first }
        return awdl.pairs.compactMap { pair in
            guard pair.windowOverlap != nil, pair.commonSlots.count < fewest, let first = nodes[pair.a],
                let second = nodes[pair.b], let one = first.sequences.last, let other = second.sequences.last,
                // Who left before the other came has missed nothing.
                first.last > second.first, second.last > first.first,
                first.roots.contains(where: { claim in second.roots.contains { $0.root == claim.root } })
            else { return nil }
            let slots =
                pair.commonSlots.isEmpty
                ? "never on the same channel" : "on the same channel in slot \(pair.commonSlots[0]) only"
            let wait = pair.longestWait.map { ": a packet may wait \(($0 * 1000).rounded()) ms" } ?? ""
            return context.wirelessFinding(
                "awdl-channel-overlap-low", pair.commonSlots.isEmpty ? .warning : .note,
                at: [max(one.moment, other.moment)],
                message: "\(context.label(of: first)) and \(context.label(of: second)) follow one master, but are "
                    + "\(slots) of \(max(one.channels.count, other.channels.count))\(wait).",
                remedy: "Look at the access points of both: a device keeps slots free for its own; on one channel or "
                    + "without an access point the devices share more slots.",
                reference: "Docs/formats.md, wireless: overlap")
        }
    }
}
