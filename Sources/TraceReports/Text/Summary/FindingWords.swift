import TraceModel
import WireText

/// Findings and their groups in words: what they are about, as the sections below call it.
package struct FindingWords {
    private let report: TraceReport
    private let names: PeerNames
    private let services: [String: Service]

    init(_ report: TraceReport, _ names: PeerNames) {
        (self.report, self.names) = (report, names)
        services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
    }

    /// `name-conflict`, `18 × name-conflict`
    package static func title(_ group: FindingGroup) -> String {
        let code = SafeText.escaped(group.code.rawValue)
        return group.findings.count > 1 ? "\(Quantity.grouped(group.findings.count)) × \(code)" : code
    }

    /// What a group says: the sentence of its worst finding, and which others there are.
    func sentence(_ group: FindingGroup) -> String {
        guard let first = group.findings.first else { return "" }
        guard group.findings.count > 1 else { return sentence(report.findings[first]) }
        return sum(group) ?? sentence(report.findings[first], others: others(group))
    }

    /// One finding, with the frame that shows it.
    func sentence(_ finding: Finding, others: String = "") -> String {
        var message = finding.message.hasSuffix(".") ? String(finding.message.dropLast()) : finding.message
        if let frame = finding.frames.first {
            // No brackets beside brackets.
            message = message.hasSuffix(")") ? message.dropLast() + ", frame \(frame))" : message + " (frame \(frame))"
        }
        return prefix(finding) + SafeText.escaped(message) + (others.isEmpty ? "." : "; \(others).")
    }

    /// Others that are named.
    private static let othersShown = 3

    /// `also session #26 (frame 37), #24, #18 and 74 more`
    private func others(_ group: FindingGroup) -> String {
        let others = group.findings.dropFirst()
        var parts: [String] = []
        for index in others.prefix(Self.othersShown) {
            let finding = report.findings[index]
            let place =
                finding.frames.first.map { "frame \($0)" } ?? "\(finding.time.map { Quantity.duration($0) } ?? "")"
            parts.append(subject(finding).map { place.isEmpty ? $0 : "\($0) (\(place))" } ?? place)
        }
        if others.count > parts.count { parts.append("\(Quantity.grouped(others.count - parts.count)) more") }
        return "also " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// What all findings of a group say together, where their facts add up; nil for others.
    private func sum(_ group: FindingGroup) -> String? {
        guard group.code.rawValue == "capture-gap" else { return nil }
        let findings = group.findings.map { report.findings[$0] }
        let total = { (name: String) in findings.reduce(0) { $0 + ($1.facts[name]?.number ?? 0) } }
        let largest = findings.max {
            ($0.facts["missingBytes"]?.number ?? 0) < ($1.facts["missingBytes"]?.number ?? 0)
        }
        let example = largest.flatMap(subject).map { ", most in \($0)" } ?? ""
        return "\(Quantity.bytes(Int(total("missingBytes")))) of \(Quantity.bytes(Int(total("streamBytes")))) "
            + "in the streams of \(Quantity.count(findings.count, "session")) are not in the capture\(example)."
    }

    /// What follows from a cause, in short: `3 × service-renamed: “iPad (2)”, “iPad (3)”`
    func consequence(_ group: FindingGroup) -> String {
        var subjects: [String] = []
        for index in group.findings {
            guard let subject = subject(report.findings[index]), !subjects.contains(subject) else { continue }
            guard subjects.count < Self.othersShown else {
                return Self.title(group) + ": \(subjects.joined(separator: ", ")), …"
            }
            subjects.append(subject)
        }
        return Self.title(group) + (subjects.isEmpty ? "" : ": " + subjects.joined(separator: ", "))
    }

    /// The subject before a sentence that does not name it.
    private func prefix(_ finding: Finding) -> String {
        switch finding.subject {
        case .session(let id): "session #\(id): "
        case .service(let id):
            // Most sentences about services begin with the name.
            services[id].flatMap { service in
                finding.message.contains(Excerpt.quoted(service.instance)) ? "" : "“\(Self.name(service))”: "
            } ?? ""
        case .peer, .capture, .wireless: subject(finding).map { "\($0): " } ?? ""
        }
    }

    private func subject(_ finding: Finding) -> String? {
        switch finding.subject {
        case .session(let id): "session #\(id)"
        case .service(let id): services[id].map { "“\(Self.name($0))”" } ?? "service \(SafeText.escaped(id))"
        case .peer(let id): names.name(peer: id) ?? "peer \(SafeText.escaped(id))"
        case .capture, .wireless: nil
        }
    }

    private static func name(_ service: Service) -> String { PeerNames.short(service.instance, width: 40) }
}
