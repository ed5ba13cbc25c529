import TraceModel
import WireText

/// How the hosts of a capture keep the rules, as text: a card for each, what is broken first.
public struct ConformanceCards: TextView {
    /// Frames that a line names.
    private static let frames = 12

    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// Lines of text, with nothing from the captures that could steer a terminal.
    public func render(_ report: ConformanceReport) -> String {
        var lines = captureLines(report)
        if let tester = report.tester { lines += testerLines(tester) }
        for host in report.hosts { lines += [""] + card(host) }
        if let tester = report.tester { lines += scenarioLines(tester) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A host's card in one line, without its name: `2 MUST and 3 SHOULD rules are broken: 6762-18.4-response-aa, …`.
    public static func line(_ host: ConformanceReport.Host) -> String {
        guard !host.relay else { return "repeats what others say, so that nothing is judged" }
        let broken = host.rules.filter { $0.verdict == .broken }
        let kept = Quantity.count(host.rules.count { $0.verdict == .kept }, "rule")
        guard !broken.isEmpty else { return "keeps \(kept) that it had occasion for" }
        let counts = counts(broken).map { "\($0.count) \($0.level)" }.joined(separator: " and ")
        return "breaks \(counts), keeps \(kept): \(broken.map(\.id).joined(separator: ", "))"
    }

    /// A title, and a line for each host.
    public func lines(_ hosts: [ConformanceReport.Host]) -> String {
        guard !hosts.isEmpty else { return "" }
        let lines = hosts.flatMap { paragraph("\(SafeText.escaped($0.label)) \(Self.line($0))") }
        return (["", heading("Conformance")] + lines).joined(separator: "\n") + "\n"
    }

    private static func counts(_ rules: [ConformanceReport.Rule]) -> [(level: String, count: Int)] {
        let mandatory = rules.count(where: \.isMandatory)
        return [("MUST", mandatory), ("SHOULD", rules.count - mandatory)].filter { $0.count > 0 }
    }

    private func captureLines(_ report: ConformanceReport) -> [String] {
        let capture = report.capture
        var lines = paragraph(
            "\(SafeText.escaped(capture.path)): \(Quantity.count(capture.packets, "packet")), \(Quantity.count(report.hosts.count, "host")) with multicast DNS",
            margin: 0)
        for gap in capture.gaps {
            lines += paragraph(
                SafeText.escaped(gap) + " What may be missing is held against nobody.", emphasis: style.yellow)
        }
        if capture.omittedMessages > 0 {
            lines += paragraph(
                "\(Quantity.count(capture.omittedMessages, "message")) over the limit were not judged.",
                emphasis: style.yellow)
        }
        if let error = capture.fileError {
            lines += paragraph(
                SafeText.escaped(error.message) + "; everything before it was judged", emphasis: style.yellow)
        }
        return lines
    }

    private func card(_ host: ConformanceReport.Host) -> [String] {
        var facts = host.addresses.prefix(4).map { $0 }
        if host.label != host.linkAddresses.first { facts += host.linkAddresses.prefix(2) }
        if let family = host.family { facts.append(family) }
        var lines = [heading(SafeText.escaped(host.label), facts.joined(separator: ", "))]
        if host.relay {
            return lines + paragraph("It repeats what others say, so that nothing is judged.")
        }
        let broken = host.rules.filter { $0.verdict == .broken }
        for rule in broken.filter(\.isMandatory) + broken.filter({ !$0.isMandatory }) { lines += fault(rule) }
        if broken.isEmpty { lines.append("  " + "No rule is broken.") }
        return lines + (showsAll ? allRows(host) : countLines(host))
    }

    private func fault(_ rule: ConformanceReport.Rule) -> [String] {
        let mark = rule.isMandatory ? style.red("broken") : style.yellow("broken")
        let times = "\(Quantity.grouped(rule.broken)) of \(Quantity.grouped(rule.occasions))"
        let shown = rule.frames.prefix(Self.frames).map(String.init).joined(separator: ", ")
        let more = rule.frames.count > Self.frames ? ", …" : ""
        return ["  \(mark) \(style.heading(rule.id))  \(rule.level), \(rule.section), \(times)"]
            + paragraph(rule.title, margin: 9)
            + paragraph("Broken: " + Self.fault(rule.evidence), margin: 9)
            + (rule.frames.isEmpty
                ? []
                : paragraph(
                    "\(rule.frames.count == 1 ? "frame" : "frames") \(shown)\(more)", margin: 9, emphasis: style.dim))
    }

    /// The sentence without the figures that the line before has.
    private static func fault(_ evidence: String) -> String {
        guard let colon = evidence.firstIndex(of: ":"), evidence.first?.isNumber == true else { return evidence }
        return String(evidence[evidence.index(after: colon)...].drop { $0 == " " })
    }

    private static let groups: [(verdict: ConformanceReport.Verdict, words: String)] = [
        (.kept, "kept"), (.noOccasion, "no occasion"), (.cannotSee, "cannot be seen from here"),
    ]

    private func countLines(_ host: ConformanceReport.Host) -> [String] {
        Self.groups.compactMap { verdict, words in
            let count = host.rules.count { $0.verdict == verdict }
            guard count > 0 else { return nil }
            let digits = String(count)
            return "  " + String(repeating: " ", count: max(0, 4 - digits.count)) + digits + "  " + words
        }
    }

    private func allRows(_ host: ConformanceReport.Host) -> [String] {
        Self.groups.flatMap { verdict, words -> [String] in
            let rules = host.rules.filter { $0.verdict == verdict }
            guard !rules.isEmpty else { return [] }
            return ["  " + style.dim(words)]
                + rules.flatMap { paragraph("\($0.id)  \($0.level)  \($0.evidence)", margin: 4) }
        }
    }
}
