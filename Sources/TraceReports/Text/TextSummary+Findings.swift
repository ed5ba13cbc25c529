import TraceModel
import WireText

extension TextSummary {
    private static let rows = 12

    /// The findings, or that there are none.
    func findingLines(_ report: TraceReport, _ names: PeerNames) -> [String] {
        let findings = report.findings
        guard !findings.isEmpty else { return [heading("Findings", "none")] }
        let ordered = findings.enumerated().sorted {
            ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
        }.map(\.element)
        let shown = showsAll ? ordered : Array(ordered.prefix(Self.rows))
        var lines = [heading("Findings", "\(findings.count)")]
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        for finding in shown {
            let place = finding.frames.first.map { " (frame \($0))" } ?? ""
            let subject = Self.subject(finding.subject, services, names).map { "\($0): " } ?? ""
            let text = SafeText.escaped("\(finding.code.rawValue): \(subject)\(finding.message)\(place)")
            lines += paragraph(text, first: "  " + mark(finding.severity) + " ", margin: 11)
            lines += paragraph("→ " + SafeText.escaped(finding.remedy), margin: 11, emphasis: style.dim)
        }
        return lines + more(findings.count - shown.count, "finding")
    }

    private func mark(_ severity: Finding.Severity) -> String {
        switch severity {
        case .error: style.red("error   ")
        case .warning: style.yellow("warning ")
        case .note: style.cyan("note    ")
        }
    }

    /// In words that the sections above use: services and peers have no numbers there.
    private static func subject(
        _ subject: Finding.Subject, _ services: [String: Service], _ names: PeerNames
    ) -> String? {
        switch subject {
        case .session(let id): "session #\(id)"
        case .service(let id): services[id].map { "“\($0.instance)” \($0.type)" } ?? "service \(id)"
        case .peer(let id): names.name(peer: id) ?? "peer \(id)"
        case .capture, .wireless: nil
        }
    }
}
