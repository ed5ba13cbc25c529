import TraceModel

/// The capture was taken on a channel on which the nodes seldom are.
enum CaptureChannelRule: FindingRule {
    /// With fewer frames the radio's channel is uncertain.
    private static let fewest = 20

    static func findings(in context: FindingContext) -> [Finding] {
        guard let wireless = context.report.wireless, let first = context.wireless.counts.first else { return [] }
        let heard = wireless.channels.compactMap { channel in channel.channel.map { (number: $0, channel.frames) } }
        let nodes = context.awdlNodes.filter { !$0.sequences.isEmpty }
        let total = heard.reduce(0) { $0 + $1.1 }
        guard total >= fewest, nodes.reduce(0, { $0 + $1.actionFrames }) >= fewest else { return [] }
        // A radio between channels, and one that hops, hears some of everything.
        guard let main = heard.max(by: { $0.1 < $1.1 }), main.1 * 20 >= total * 19 else { return [] }
        let slots = nodes.flatMap { $0.sequences.last?.channels ?? [] }.filter { $0 != 0 }
        let here = slots.count { Int($0) == main.number }
        guard !slots.isEmpty, here * 2 < slots.count else { return [] }
        let others = Set(slots).subtracting([UInt8(truncatingIfNeeded: main.number)]).sorted().map { "\($0)" }
        return [
            context.finding(
                "wireless-wrong-channel", .warning, about: .wireless, at: [first],
                message:
                    "The capture is from channel \(main.number), on which the nodes are in \(here) of \(slots.count) "
                    + "slots: their frames on \(Excerpt.shortList(others)) are not in it.",
                facts: [
                    "channel": main.number, "slotsHere": here, "slots": slots.count,
                    "otherChannels": others.compactMap { Int($0) },
                ],
                remedy: "Capture on the channel with the most slots, or on each channel with a separate radio.",
                reference: "Docs/formats.md, wireless: what a capture misses")
        ]
    }
}
