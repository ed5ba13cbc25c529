import TraceModel
import WireText

/// The report for people. The first screen is the answer: one sentence, then what is wrong, then who talked to whom, who is
/// there, and last what was not understood.
public struct TextSummary: TextView {
    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// The lines of a terminal whose size is not known.
    private static let screen = 24

    /// Lines of text, with nothing from the capture that could steer a terminal.
    public func render(_ report: TraceReport) -> String {
        let names = PeerNames(report.peers)
        let groups = report.findingGroups
        let top =
            headLines(report, names, groups)
            + spaced([findingLines(report, names, groups), relayLines(report), wirelessLines(report)])
        let ending = spaced([peerLines(report, names), coverageLines(report.capture)])
        let sessions = sessionLines(report, names, room: Self.screen - top.count - ending.count)
        return (top + spaced([sessions]) + ending).joined(separator: "\n") + "\n"
    }

    /// What is wrong, and nothing else.
    public func findings(_ report: TraceReport) -> String {
        let lines = findingLines(report, PeerNames(report.peers), report.findingGroups)
        return lines.isEmpty ? "No findings.\n" : lines.joined(separator: "\n") + "\n"
    }

    /// Who is there, with which services, and nothing else.
    public func peers(_ report: TraceReport) -> String {
        let lines = peerLines(report, PeerNames(report.peers))
        return lines.isEmpty ? "No peers.\n" : lines.joined(separator: "\n") + "\n"
    }

    /// Sections with a blank line before each.
    private func spaced(_ sections: [[String]]) -> [String] { sections.filter { !$0.isEmpty }.flatMap { [""] + $0 } }

    /// What the capture is, the answer, and what keeps it from being the whole one.
    private func headLines(_ report: TraceReport, _ names: PeerNames, _ groups: [FindingGroup]) -> [String] {
        let verdict = Verdict(report, names, groups).sentence
        return titleLines(report.capture) + paragraph(verdict, margin: 0, emphasis: style.heading)
            + circumstanceLines(report.capture)
    }

    /// Parts with commas between them, to be wrapped between the parts.
    static func list(_ parts: [String]) -> [String] {
        parts.dropLast().map { $0 + "," } + parts.suffix(1)
    }

    /// Says how many rows were left out.
    func more(_ count: Int, _ what: String, _ plural: String? = nil, adding facts: String = "") -> [String] {
        let name = Quantity.count(count, "more \(what)", plural.map { "more \($0)" })
        return count > 0 ? paragraph("… and \(name)\(facts): --all lists them all", emphasis: style.dim) : []
    }
}
