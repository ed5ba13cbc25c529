/// What a finding rule may look at: the joined report, and the connections behind its sessions (same order).
struct FindingContext {
    let report: TraceReport
    let connections: [Connection]
    let counter: CaptureCounter
    let axis: TimeAxis
}

/// A rule is a pure function of the joined model: it says what is wrong, with the frames that show it.
protocol FindingRule {
    static func findings(in context: FindingContext) -> [Finding]
}

enum FindingRules {
    private static var all: [any FindingRule.Type] {
        [CaptureTruncatedRule.self, CaptureGapRule.self, BrokenFramingRule.self, UndecodableMessageRule.self]
    }

    /// All findings, in order of time, then of frame number, then of rules.
    static func judge(_ context: FindingContext) -> [Finding] {
        let found = all.flatMap { $0.findings(in: context) }.enumerated()
        return found.sorted { first, second in
            (first.element.time ?? 0, first.element.frames.first ?? 0, first.offset)
                < (second.element.time ?? 0, second.element.frames.first ?? 0, second.offset)
        }.map(\.element)
    }
}
