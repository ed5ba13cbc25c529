import TraceModel
import WireText

extension TextSummary {
    /// Groups that are shown at first. The most severe come first, and no error is left out for a later one.
    private static let groupsShown = 5
    /// So many are shown if all of them are errors.
    private static let errorsShown = 12

    /// What is wrong, each cause once and its remedy once; nothing where nothing is.
    func findingLines(_ report: TraceReport, _ names: PeerNames, _ groups: [FindingGroup]) -> [String] {
        guard !groups.isEmpty else { return [] }
        let words = FindingWords(report, names)
        let lines = [heading("Findings", Self.census(report.findings))]
        guard !showsAll else { return lines + groups.flatMap { linesInFull($0, report, words) } }
        let errors = groups.count { $0.worstSeverity == .error }
        let shown = groups.prefix(max(Self.groupsShown, min(errors, Self.errorsShown)))
        let hidden = groups.dropFirst(shown.count).reduce(0) { $0 + $1.totalCount }
        return lines + shown.flatMap { self.lines($0, report, words) } + more(hidden, "finding")
    }

    /// `2 errors, 1 warning`
    package static func census(_ findings: [Finding]) -> String {
        Finding.Severity.allCases.reversed().compactMap { severity in
            let count = findings.count { $0.severity == severity }
            return count > 0 ? Quantity.count(count, severity.rawValue) : nil
        }.joined(separator: ", ")
    }

    /// A cause with its remedy, and what follows from it: warnings and errors in full, notes in a line.
    private func lines(_ group: FindingGroup, _ report: TraceReport, _ words: FindingWords) -> [String] {
        var lines = lines(group, words.sentence(group), remedy: Self.remedy(group, report))
        for consequence in group.consequences {
            if consequence.severity == .note {
                lines += paragraph("followed by " + words.consequence(consequence), margin: 11, emphasis: style.dim)
            } else {
                lines += self.lines(consequence, words.sentence(consequence), remedy: Self.remedy(consequence, report))
            }
        }
        return lines
    }

    /// Every finding, with the remedy after the last of its group.
    private func linesInFull(_ group: FindingGroup, _ report: TraceReport, _ words: FindingWords) -> [String] {
        ([group] + group.consequences).flatMap { group in
            group.findings.enumerated().flatMap { number, index in
                let finding = report.findings[index]
                let isLast = number == group.findings.count - 1
                let next = isLast ? nil : report.findings[group.findings[number + 1]].remedy
                return entry(
                    finding.severity, "\(SafeText.escaped(group.code.rawValue)): \(words.sentence(finding))",
                    remedy: next == finding.remedy ? nil : finding.remedy)
            }
        }
    }

    private func lines(_ group: FindingGroup, _ sentence: String, remedy: String?) -> [String] {
        entry(group.severity, "\(FindingWords.title(group)): \(sentence)", remedy: remedy)
    }

    private func entry(_ severity: Finding.Severity, _ text: String, remedy: String?) -> [String] {
        paragraph(text, first: "  " + mark(severity) + " ", margin: 11)
            + (remedy.map { paragraph("→ " + SafeText.escaped($0), margin: 11, emphasis: style.dim) } ?? [])
    }

    private static func remedy(_ group: FindingGroup, _ report: TraceReport) -> String? {
        group.findings.first.map { report.findings[$0].remedy }
    }

    private func mark(_ severity: Finding.Severity) -> String {
        switch severity {
        case .error: style.red("error   ")
        case .warning: style.yellow("warning ")
        case .note: style.cyan("note    ")
        }
    }
}
