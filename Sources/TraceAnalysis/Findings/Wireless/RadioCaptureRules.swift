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

/// Many frames arrived damaged: the capture lacks what they carried.
enum DamagedFramesRule: FindingRule {
    /// With fewer frames a share means little.
    private static let fewest = 100

    static func findings(in context: FindingContext) -> [Finding] {
        let counts = context.wireless.counts
        guard counts.frames >= fewest, counts.damaged * 10 > counts.frames, let first = counts.firstDamaged else {
            return []
        }
        return [
            context.finding(
                "wireless-bad-fcs-high", .warning, about: .wireless, at: [first],
                message: "\(counts.damaged) of \(counts.frames) frames have a wrong frame check sequence "
                    + "(\(FindingContext.percent(counts.damaged, of: counts.frames))): their content is missing "
                    + "here, not necessarily at their receivers.",
                facts: ["damaged": counts.damaged, "frames": counts.frames, "limit": 0.1],
                remedy: "Capture closer to the devices, with a radio that receives the rates that they use.",
                reference: "IEEE 802.11 §9.2.4.8")
        ]
    }
}

/// Few frames, or none, have the radio's own time: metrics of the nodes' clocks depend on how soon the host received
/// the frames.
enum RadioTimeRule: FindingRule {
    /// The minimum number of action frames for such metrics.
    private static let fewest = 20

    static func findings(in context: FindingContext) -> [Finding] {
        let counts = context.wireless.counts
        let whole = counts.frames - counts.damaged
        guard counts.timed * 2 < whole, let first = counts.first,
            context.awdlNodes.reduce(0, { $0 + $1.actionFrames }) >= fewest
        else { return [] }
        return [
            context.finding(
                "wireless-radio-time-missing", .note, about: .wireless, at: [first],
                message: (counts.timed == 0 ? "No frame has" : "Only \(counts.timed) of \(whole) frames have")
                    + " the radio's own time (TSFT): synchronization errors use the clock of the "
                    + "capturing host, which may be milliseconds late.",
                facts: ["timed": counts.timed, "frames": whole],
                remedy: "Capture with a driver that provides it, such as tcpdump -I on a Mac.",
                reference: "radiotap.org, TSFT")
        ]
    }
}
