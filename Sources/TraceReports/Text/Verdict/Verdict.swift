import TraceModel
import WireText

/// The answer in one sentence: what the capture shows, and whether anything is wrong.
///
/// Each rule knows one kind of capture and says nil of all others. The rule that knows the worst finding is asked first, then
/// all in their order.
struct Verdict {
    /// What a rule says, without the dot.
    struct Clause {
        var text: String
        /// The codes of findings that it says already.
        var codes: Set<String> = []
        /// Whether it says by itself that something is wrong.
        var isTrouble = false
        /// Whether what was said is known, so that one can tell that nothing is wrong with it.
        var isUnderstood = true
    }

    /// A rule, and the beginnings of the codes of findings that belong to it.
    private typealias Topic = (rule: @Sendable (Verdict) -> Clause?, codes: [String])

    let report: TraceReport
    let names: PeerNames
    let groups: [FindingGroup]

    init(_ report: TraceReport, _ names: PeerNames, _ groups: [FindingGroup]) {
        (self.report, self.names, self.groups) = (report, names, groups)
    }

    private static let topics: [Topic] = [
        ({ $0.relays() }, ["relay-", "too-many-carriers", "duplicate-message"]),
        (
            { $0.meshes() },
            [
                "early-data", "identification-", "tie-break-", "duplicate-connection", "retry-", "mesh-", "frame-",
                "message-", "peer-identity-",
            ]
        ),
        ({ $0.echoTests() }, ["requests-unanswered", "packet-loss-high", "channel-hopping-latency"]),
        ({ $0.losses() }, ["packet-loss-high"]),
        (
            { $0.renames() }, FindingCauses.ofNames.sorted() + ["link-local-"]
        ),
        ({ $0.radioNodes() }, ["awdl-", "wireless-"]),
        ({ $0.connections() }, ["connection-", "service-re", "service-un", "peer-vanished", "data-", "receiver-"]),
        ({ $0.offers() }, []),
        ({ $0.leftovers() }, []),
    ]

    var sentence: String {
        if let unreadable = unreadable() { return unreadable + "." }
        let worst = groups.first { $0.worstSeverity != .note }?.code.rawValue ?? ""
        let first = Self.topics.filter { topic in topic.codes.contains { worst.hasPrefix($0) } && !worst.isEmpty }
        let clause = (first + Self.topics).lazy.compactMap { $0.rule(self) }.first
        return (clause.map { $0.text + tail($0) } ?? "Nothing was recognized") + "."
    }

    /// What else there is to say: what the findings have beyond the clause, and how far the file could be read.
    private func tail(_ clause: Clause) -> String {
        let others = groups.flatMap { [$0] + $0.consequences }.filter { !clause.codes.contains($0.code.rawValue) }
        let capture = report.capture
        if others.contains(where: { $0.severity != .note }) {
            let isMore = groups.contains { $0.worstSeverity != .note && clause.codes.contains($0.code.rawValue) }
            let severities: [Finding.Severity] = [.error, .warning]
            let counts = severities.compactMap { severity -> String? in
                let count = others.reduce(0) { sum, group in
                    sum + group.findings.count { report.findings[$0].severity == severity }
                }
                return count > 0 ? Quantity.count(count, (isMore ? "more " : "") + severity.rawValue) : nil
            }
            return "; \(counts.joined(separator: " and ")) (\(Self.codes(others)))\(isCut)"
        }
        guard !clause.isTrouble, clause.codes.isEmpty || groups.allSatisfy({ $0.worstSeverity == .note }) else {
            return isCut
        }
        if !isCut.isEmpty { return isCut }
        let notes = others.reduce(0) { $0 + $1.findings.count }
        if notes > 0 { return "; nothing worse than \(notes == 1 ? "a note" : "\(Quantity.grouped(notes)) notes")" }
        guard clause.codes.isEmpty else { return "" }
        guard clause.isUnderstood else { return clause.mark + "no findings" }
        if capture.depth == .flows { return "; nothing wrong in the headers" }
        // Of what was not understood nothing is known.
        let unknown = capture.undecodedPackets + capture.malformedPackets
        guard unknown * Self.rareShare <= capture.packets else {
            let share = Quantity.share(1 - Double(unknown) / Double(capture.packets))
            return "; nothing wrong in the \(share) of packets that were decoded"
        }
        return clause.mark + "nothing wrong"
    }

    /// Codes of warnings and errors that are named.
    private static let codesShown = 2

    private static func codes(_ groups: [FindingGroup]) -> String {
        var codes: [String] = []
        for group in groups where group.severity != .note && !codes.contains(group.code.rawValue) {
            codes.append(group.code.rawValue)
        }
        let shown = codes.prefix(codesShown).map(SafeText.escaped)
        return (shown + (codes.count > shown.count ? ["…"] : [])).joined(separator: ", ")
    }

    /// One in so many packets may be unknown without a word.
    private static let rareShare = 20

    private var isCut: String {
        if report.capture.fileError != nil { return "; the file could not be read to its end" }
        if report.capture.memory != nil { return "; not all was analyzed for want of memory" }
        return report.capture.dropped > 0 ? "; the capture lacks packets that were dropped" : ""
    }
}

extension Verdict.Clause {
    /// What goes between the clause and the next one.
    fileprivate var mark: String { text.contains { $0 == "," || $0 == ";" } ? "; " : ", " }
}

extension TraceReport {
    /// The answer in one sentence: what the capture shows, and whether anything is wrong.
    package var verdict: String { Verdict(self, PeerNames(peers), findingGroups).sentence }
}
