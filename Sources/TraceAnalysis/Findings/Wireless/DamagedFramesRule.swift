import TraceModel

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
