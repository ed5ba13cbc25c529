import TraceModel
import WireText

/// Captures in which hosts wanted one name.
extension Verdict {
    /// A service that ended with another name than it began with.
    private struct Rename {
        let first: Service
        let last: Service
        /// The ids of the services on the way, the first and last ones too.
        let ids: Set<String>
    }

    private static let listed = 3

    func renames() -> Clause? {
        if let clause = lasting() { return clause }
        let renames = chains()
        guard let first = renames.first else { return hosts() ?? contested() }
        let text: String
        if renames.count == 1 {
            text = story(first)
        } else if renames.allSatisfy({ isSameRename($0, first) }) {
            text = story(first) + ", in \(Quantity.grouped(renames.count)) services"
        } else if renames.allSatisfy({ isSameName($0.first, first.first) }) {
            let ends = renames.map { "\(owner($0.last))'s to \(quoted($0.last))" }
            text =
                "\(Self.number(renames.count)) services were renamed because \(quoted(first.first)) was taken: "
                + list(ends)
        } else {
            let example = "\(owner(first.last))'s \(quoted(first.first)) to \(quoted(first.last))"
            text = "\(Quantity.grouped(renames.count)) services were renamed after conflicts, the first one \(example)"
        }
        return Clause(text: text, codes: FindingCauses.ofNames, isTrouble: true)
    }

    /// A name that several hosts had to the end.
    private func lasting() -> Clause? {
        let conflicts = report.findings.filter { $0.code.rawValue == "name-conflict" && $0.severity == .error }
        guard let conflict = conflicts.first else { return nil }
        let holders = conflict.facts["holders"]?.texts ?? conflict.facts["peers"]?.texts ?? []
        let name = conflict.facts["name"]?.texts.first ?? subject(conflict)?.instance ?? ""
        let others = conflicts.count > 1 ? "; the same for \(Quantity.count(conflicts.count - 1, "other name"))" : ""
        return Clause(
            text:
                "\(quote(name)) was held by \(Self.number(max(2, holders.count)).lowercased()) hosts at once, and neither gave "
                + "way\(others)", codes: ["name-conflict"], isTrouble: true)
    }

    /// A host that was renamed, without any service.
    private func hosts() -> Clause? {
        let renamed = report.findings.filter { $0.code.rawValue == "host-renamed" }
        guard let first = renamed.first, let from = first.facts["from"]?.texts.first else { return nil }
        // One host may be renamed again.
        let last = renamed.last { $0.subject == first.subject } ?? first
        guard let to = last.facts["to"]?.texts.first else { return nil }
        var hosts: [Finding.Subject] = []
        for finding in renamed where !hosts.contains(finding.subject) { hosts.append(finding.subject) }
        let others = hosts.count > 1 ? ", and so was \(Quantity.count(hosts.count - 1, "other host"))" : ""
        return Clause(
            text: "A host was renamed from \(quote(from)) to \(quote(to)) because another one had the name"
                + (hosts.count > 2 ? others.replacing("was", with: "were") : others),
            codes: FindingCauses.ofNames, isTrouble: true)
    }

    /// A name that several hosts wanted, and one got without a rename of another.
    private func contested() -> Clause? {
        let conflicts = report.findings.filter { $0.code.rawValue == "name-conflict" }
        guard let first = conflicts.first, let service = subject(first) else { return nil }
        let count = first.facts["services"]?.texts.count ?? 2
        let others = conflicts.count > 1 ? "; the same for \(Quantity.count(conflicts.count - 1, "other name"))" : ""
        return Clause(
            text: "\(quoted(service)) was claimed \(count) times at once\(others)", codes: FindingCauses.ofNames,
            isTrouble: true)
    }

    private func chains() -> [Rename] {
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        return report.services.filter { $0.formerName != nil && $0.laterName == nil }.map { last in
            var (first, ids) = (last, Set([last.id]))
            while let id = first.formerName, ids.insert(id).inserted, let former = services[id] { first = former }
            return Rename(first: first, last: last, ids: ids)
        }
    }

    /// `Pad-B's "iPad" was renamed to "iPad (2)" because Pad-A had the name`
    private func story(_ rename: Rename) -> String {
        let (from, to) = (quoted(rename.first), quoted(rename.last))
        let findings = report.findings.filter { finding in
            guard case .service(let id) = finding.subject else { return false }
            return rename.ids.contains(id)
        }
        if let storm = findings.first(where: { $0.code.rawValue == "conflict-storm" }) {
            let conflicts = Int(storm.facts["conflicts"]?.number ?? 0)
            return
                "\(owner(rename.last)) met \(Quantity.count(conflicts, "conflict")) and was renamed from \(from) to \(to)"
        }
        if findings.contains(where: { $0.code.rawValue == "name-chosen" }) || rename.last.replaces != nil {
            return "\(owner(rename.last)) gave up \(from) after a conflict, and chose \(to)"
        }
        let title = "\(owner(rename.last))'s \(from) was renamed to \(to)"
        let renamed = findings.filter { $0.code.rawValue == "service-renamed" }
        guard renamed.allSatisfy({ $0.facts["cause"]?.texts != ["computerName"] }) else {
            return title + " together with its computer"
        }
        let blockers = renamed.flatMap { $0.facts["causedBy"]?.texts ?? [] }
        let services = report.services.filter { blockers.contains($0.id) }
        var rivals: [String] = []
        for service in services where !rivals.contains(owner(service)) { rivals.append(owner(service)) }
        switch rivals.count {
        case 0: return title + " after a conflict"
        case 1 where rivals[0] == owner(rename.last):
            return title + " because another service of that host had the name"
        case 1: return title + " because \(rivals[0]) had the name\(rename.ids.count > 2 ? "s before" : "")"
        case 2: return title + " because \(rivals[0]) and \(rivals[1]) had the names before"
        default: return title + " because \(rivals.count) others had the names before"
        }
    }

    private func subject(_ finding: Finding) -> Service? {
        guard case .service(let id) = finding.subject else { return nil }
        return report.services.first { $0.id == id }
    }

    /// Names of services differ in more than case.
    private func isSameName(_ first: Service, _ second: Service) -> Bool {
        first.instance.lowercased() == second.instance.lowercased() && first.type == second.type
    }

    /// The same names of one host, of several types.
    private func isSameRename(_ first: Rename, _ second: Rename) -> Bool {
        first.last.peer == second.last.peer && first.first.instance == second.first.instance
            && first.last.instance == second.last.instance
    }

    private func owner(_ service: Service) -> String {
        names.name(peer: service.peer) ?? service.host.map(TextSummary.host) ?? "one host"
    }

    private func list(_ ends: [String]) -> String {
        let shown = ends.prefix(Self.listed)
        return shown.joined(separator: ", ")
            + (ends.count > shown.count ? " and \(Quantity.grouped(ends.count - shown.count)) more" : "")
    }

    private func quoted(_ service: Service) -> String { quote(service.instance) }

    private func quote(_ name: String) -> String {
        let name = name.hasSuffix(".local.") ? String(name.dropLast()) : name
        return "\"\(PeerNames.short(name, width: 40))\""
    }

    /// `Two`, `12`
    static func number(_ count: Int) -> String {
        let words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
        return words.indices.contains(count) ? words[count] : Quantity.grouped(count)
    }
}
