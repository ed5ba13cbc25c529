import TraceAnalysis

extension TextSummary {
    private static let rows = 12

    /// What went wrong?
    func findingLines(_ findings: [Finding]) -> [String] {
        guard !findings.isEmpty else { return [heading("Findings", "none")] }
        let ordered = findings.enumerated().sorted {
            ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
        }.map(\.element)
        let shown = showsAll ? ordered : Array(ordered.prefix(Self.rows))
        var lines = [heading("Findings", "\(findings.count)")]
        for finding in shown {
            let place = finding.frames.first.map { " (frame \($0))" } ?? ""
            let subject = Self.subject(finding.subject).map { "\($0): " } ?? ""
            let text = SafeText.escaped("\(finding.code.rawValue): \(subject)\(finding.message)\(place)")
            for (index, line) in SafeText.wrapped(text, width: width - 11).enumerated() {
                lines.append("  " + (index == 0 ? mark(finding.severity) : "        ") + " " + line)
            }
            for line in SafeText.wrapped("→ " + SafeText.escaped(finding.remedy), width: width - 11) {
                lines.append("           " + style.dim(line))
            }
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

    private static func subject(_ subject: Finding.Subject) -> String? {
        switch subject {
        case .session(let id): "session #\(id)"
        case .service(let id): "service \(id)"
        case .peer(let id): "peer \(id)"
        case .capture, .wireless: nil
        }
    }
}
