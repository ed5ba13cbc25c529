import ServiceDiscovery
import TraceModel

/// A holder gave up a name and took another one that no responder would have made, or without a rival: its user or
/// application chose it.
enum ChosenNameRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        return naming.links.choices.sorted { $0.key < $1.key }.map { index, earlier in
            let (old, new) = (claims[earlier], claims[index])
            let names = [old, new].map { Excerpt.quoted($0.name.instanceText) }
            let how =
                old.conflicts.isEmpty
                ? "after a goodbye, and no other host held \(names[0]): the user or the app chose the name"
                : "after a conflict over \(names[0]), by no responder's rule: the app chose the name"
            return context.finding(
                "name-chosen", .note, about: index, at: new.firstSeen,
                message: "\(context.label(of: new)) took \(names[1]) instead of \(names[0]) \(how).",
                facts: ["from": naming.ids[earlier], "conflicts": old.conflicts.count],
                remedy: "Nothing is wrong. Browsers see one service disappear and another appear.",
                reference: "RFC 6762 §9, §10.1")
        }
    }
}
