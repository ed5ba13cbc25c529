import TraceModel
import WireCoding

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
