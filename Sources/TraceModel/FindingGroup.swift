/// The findings of one rule with one cause, and what follows from it.
///
/// A storm of conflicts makes a finding for each name, and a hole in a capture one for each session. What a reader has to
/// know is one thing, which this is. Groups are made of values alone: codes, subjects and facts.
public struct FindingGroup: Hashable, Sendable {
    /// The code of its own findings.
    public var code: Finding.Code
    /// The worst severity of its own findings.
    public var severity: Finding.Severity
    /// Positions in ``TraceReport/findings``: the most severe first, equal ones in the order of the report.
    public var findings: [Int]
    /// The groups that this one explains, causes before what follows from them. None of these has consequences itself.
    public var consequences: [FindingGroup] = []

    /// The worst severity of the group and its consequences.
    public var worstSeverity: Finding.Severity { consequences.reduce(severity) { max($0, $1.severity) } }

    /// How many findings there are in the group and its consequences.
    public var totalCount: Int { consequences.reduce(findings.count) { $0 + $1.findings.count } }
}

extension TraceReport {
    /// All findings, each in one group: the groups with the worst findings first, and among equal ones the earliest.
    public var findingGroups: [FindingGroup] { FindingGrouping(self).groups }
}

/// Puts findings into groups, and groups below their causes.
private struct FindingGrouping {
    /// What findings of one group have in common.
    private struct Key: Hashable {
        let code: Finding.Code
        /// The values of facts that distinguish the causes that one rule knows.
        let kind: [String]
        /// Where the group belongs: the story of a name.
        let story: Int?
        /// The code of the finding that explains it.
        let cause: Finding.Code?
    }

    private let report: TraceReport
    private let links: FindingLinks

    init(_ report: TraceReport) {
        self.report = report
        links = FindingLinks(report)
    }

    var groups: [FindingGroup] {
        var positions: [Key: Int] = [:]
        var groups: [FindingGroup] = []
        // Of each group, the findings that explain its first one.
        var causes: [Int?] = []
        var groupOf = [Int](repeating: 0, count: report.findings.count)
        let explanations = report.findings.indices.map { links.cause(of: $0) }
        for (index, finding) in report.findings.enumerated() {
            let key = Key(
                code: finding.code, kind: links.story(of: index) == nil ? Self.kind(finding) : [],
                story: links.story(of: index),
                cause: explanations[index].map { report.findings[$0].code })
            if let position = positions[key] {
                groups[position].findings.append(index)
                groups[position].severity = max(groups[position].severity, finding.severity)
                groupOf[index] = position
            } else {
                positions[key] = groups.count
                groupOf[index] = groups.count
                groups.append(FindingGroup(code: finding.code, severity: finding.severity, findings: [index]))
                causes.append(explanations[index])
            }
        }
        for position in groups.indices where groups[position].severity != .note {
            groups[position].findings = FindingGroup.worstFirst(groups[position].findings, of: report)
        }
        return nested(groups, under: causes.map { $0.map { groupOf[$0] } })
    }

    /// - Parameter parents: The group that explains each one.
    private func nested(_ groups: [FindingGroup], under parents: [Int?]) -> [FindingGroup] {
        func root(of position: Int) -> Int {
            var root = position
            // Causes come from earlier levels, so that this ends.
            while let parent = parents[root] { root = parent }
            return root
        }
        var nested = groups
        let order = groups.indices.sorted {
            (FindingCauses.rank(groups[$0].code), $0) < (FindingCauses.rank(groups[$1].code), $1)
        }
        for position in order where parents[position] != nil {
            nested[root(of: position)].consequences.append(groups[position])
        }
        return groups.indices.filter { parents[$0] == nil }.map { nested[$0] }.enumerated().sorted {
            ($1.element.worstSeverity, $0.offset) < ($0.element.worstSeverity, $1.offset)
        }.map(\.element)
    }

    /// Facts whose values are one of a few, each with its own remedy.
    private static let kinds = ["cause", "by", "reason", "gone", "counted", "kind", "record"]

    private static func kind(_ finding: Finding) -> [String] {
        kinds.map { finding.facts[$0]?.text ?? "" } + [
            finding.facts["host"]?.text.flatMap(Finding.HostState.init)?.rawValue ?? "",
            finding.expectation.map { "\($0.line) \($0.text)" } ?? "",
        ]
    }
}

extension Finding {
    /// What the fact `host` says of one that does not answer, where other rules name the host.
    package enum HostState: String {
        /// Other packets come from it.
        case present
        case silent
    }
}

extension FindingGroup {
    fileprivate static func worstFirst(_ findings: [Int], of report: TraceReport) -> [Int] {
        let grouped = Dictionary(grouping: findings) { report.findings[$0].severity }
        return Finding.Severity.allCases.reversed().flatMap { grouped[$0] ?? [] }
    }
}
