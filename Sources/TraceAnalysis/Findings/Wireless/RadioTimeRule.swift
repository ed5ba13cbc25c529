import TraceModel

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
