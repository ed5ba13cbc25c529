import DNSWire
import ServiceDiscovery
import TraceModel

/// A holder gave up a name and took another one that no responder would have made, or without a rival: its user or
/// application chose it. An application that offers several services renames them together, which is one finding.
enum ChosenNameRule: FindingRule {
    /// The services that one choice renamed.
    private struct Choice: Hashable {
        let host: ServiceTracker.ResponderKey
        let old: [UInt8]
        let new: [UInt8]
        let hadConflict: Bool
    }

    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        var groups: [Choice: Int] = [:]
        var choices: [[(new: Int, old: Int)]] = []
        for (new, old) in naming.links.choices.sorted(by: { $0.key < $1.key }) {
            let choice = Choice(
                host: ServiceTracker.ResponderKey(claims[new].senders[0]), old: claims[old].name.instance,
                new: claims[new].name.instance, hadConflict: !claims[old].conflicts.isEmpty)
            if let group = groups[choice],
                claims[new].firstSeen.time - claims[choices[group][0].new].firstSeen.time <= RenameLinks.togetherWindow
            {
                choices[group].append((new, old))
            } else {
                groups[choice] = choices.count
                choices.append([(new, old)])
            }
        }
        return choices.map { finding($0, context) }
    }

    private static func finding(_ choice: [(new: Int, old: Int)], _ context: FindingContext) -> Finding {
        let naming = context.naming
        let claims = naming.tracker.services
        let (index, earlier) = choice.max { saysLess(claims[$0.new], claims[$1.new]) } ?? choice[0]
        let (old, new) = (claims[earlier], claims[index])
        let names = [old, new].map(\.quotedName)
        let types = choice.map { claims[$0.new].name.type.description }
        let of = choice.count == 1 ? "" : " for its \(Excerpt.list(types))"
        let how =
            old.conflicts.isEmpty
            ? "after a goodbye, and no other host held \(names[0]): the user or the app chose the name"
            : "after a conflict over \(names[0]), by no responder's rule: the app chose the name"
        return context.finding(
            "name-chosen", .note, about: index, at: new.firstSeen,
            message: "\(context.label(of: new)) took \(names[1]) instead of \(names[0])\(of) \(how).",
            facts: [
                "from": naming.ids[earlier], "conflicts": old.conflicts.count,
                "services": choice.map { naming.ids[$0.new] },
            ],
            remedy: "Nothing is wrong. Browsers see one service disappear and another appear.",
            reference: "RFC 6762 §9, §10.1")
    }

    /// Whether a service says less about its application than another one: less with port 0, which no host connects to, then
    /// with fewer TXT attributes, then with a longer type.
    private static func saysLess(_ first: ServiceClaim, _ second: ServiceClaim) -> Bool {
        func rank(_ claim: ServiceClaim) -> (Int, Int, Int) {
            (
                (claim.location?.port ?? 0) == 0 ? 0 : 1, claim.text?.entries.count ?? 0,
                -claim.name.type.description.utf8.count
            )
        }
        return rank(first) < rank(second)
    }
}
