import DNSWire
import ServiceDiscovery
import TraceModel

/// A service was given another name after a conflict (RFC 6762 §9).
enum ServiceRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        let words = EventWords(naming: naming)
        return naming.links.links.sorted { $0.key < $1.key }.map { index, link in
            let (old, new) = (claims[link.from], claims[index])
            let names =
                "\(Excerpt.quoted(old.name.instanceText)) → \(Excerpt.quoted(new.name.instanceText))"
            let rule = link.family.map { "by the rule of \($0.softwareName)" } ?? "by no known rule"
            let cause: String
            let blocker: Int
            switch link.cause {
            case .rival(let rival):
                cause =
                    "because "
                    + words.reason(link.from, before: index, rival, holder: context.holder(claims[rival]))
                blocker = rival
            case .computerName(let example):
                cause =
                    "together with its \(claims[example].name.type): it has the computer's name, which got a new number"
                blocker = example
            }
            return context.finding(
                "service-renamed", .note, about: index, at: new.firstSeen,
                message: "\(context.label(of: new)) renamed its \(new.name.type) \(names) \(rule), \(cause).",
                facts: [
                    "from": naming.ids[link.from], "rule": link.family?.rawValue ?? "other",
                    "cause": link.isByRival ? "rival" : "computerName", "causedBy": naming.ids[blocker],
                    "conflicts": link.conflicts,
                ],
                remedy:
                    "Register a name that no other host uses, or distinguish services by the TXT record, not by name.",
                reference: "RFC 6762 §9, RFC 6763 Appendix D")
        }
    }
}
