import TraceModel
import WireText

/// The radio's side of a capture for people: nodes, a chart of their slots, pairs, elections; clusters, services and data paths
/// of Wi-Fi Aware.
public struct WirelessStory: TextView {
    /// Rows of each kind; further ones are counted.
    static let maximumRows = 64
    /// Services in the line of one node; further ones are counted.
    static let maximumNames = 16

    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// Lines of text, with nothing from the capture that could steer a terminal.
    public func render(_ report: TraceReport) -> String {
        guard let wireless = report.wireless else { return "No 802.11 frames in this capture.\n" }
        var sections = [frameLines(wireless)]
        if let awdl = wireless.awdl {
            sections += [nodeLines(awdl, report), slotLines(awdl), pairLines(awdl), electionLines(awdl)]
        }
        if let nan = wireless.nan { sections += [clusterLines(nan), serviceLines(nan), dataPathLines(nan)] }
        sections.append(findingLines(report))
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    func wrapped(_ parts: [String]) -> [String] { paragraph(TextSummary.list(parts)) }

    /// Says that rows are left out, if any.
    func more(_ hidden: Int, _ noun: String) -> [String] {
        hidden > 0 ? [style.dim("  … and \(Quantity.count(hidden, "more " + noun))")] : []
    }

    private func frameLines(_ wireless: WirelessReport) -> [String] {
        let total = wireless.frames.entries.reduce(0) { $0 + $1.count }
        var lines = [heading("Frames", Quantity.grouped(total))] + wrapped(WirelessWords.frames(wireless))
        var facts: [String] = []
        if wireless.badFCS > 0 {
            let share = (Double(wireless.badFCS) * 1000 / Double(max(total, 1))).rounded() / 10
            facts.append("damaged \(Quantity.grouped(wireless.badFCS)) (\(share) %)")
        }
        if wireless.retries > 0 { facts.append("retries \(Quantity.grouped(wireless.retries))") }
        if wireless.protectedFrames > 0 { facts.append("protected \(Quantity.grouped(wireless.protectedFrames))") }
        if wireless.untrackedFrames > 0 {
            facts.append("from senders over the limit \(Quantity.grouped(wireless.untrackedFrames))")
        }
        if !facts.isEmpty { lines += wrapped(facts) }
        if !wireless.channels.isEmpty { lines += wrapped(WirelessWords.channels(wireless)) }
        return lines
    }

    /// The findings about the radio, and about sessions that it slows down.
    private func findingLines(_ report: TraceReport) -> [String] {
        let findings = report.findings.filter {
            $0.subject == .wireless || $0.code.rawValue == "channel-hopping-latency"
        }
        guard !findings.isEmpty else { return [] }
        var lines = [heading("Findings", "\(findings.count)")]
        for finding in findings {
            let place = finding.frames.first.map { " (frame \($0))" } ?? ""
            let text = "\(finding.severity.rawValue) \(finding.code.rawValue): \(finding.message)\(place)"
            lines += paragraph(SafeText.escaped(text))
            lines += paragraph("→ " + SafeText.escaped(finding.remedy), margin: 4, emphasis: style.dim)
        }
        return lines
    }
}
