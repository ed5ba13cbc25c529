import DNSWire
import ServiceDiscovery
import TraceModel

/// A service was given another name after a conflict (RFC 6762 §9).
enum ServiceRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        return naming.links.links.sorted { $0.key < $1.key }.map { index, link in
            let (old, new) = (claims[link.from], claims[index])
            let names = "\(old.quotedName) → \(new.quotedName)"
            let rule = link.family.map { "by the rule of \($0.softwareName)" } ?? "by no known rule"
            let (cause, words, blocker): (String, String, Int)
            switch link.cause {
            case .rival(let rival):
                let holder = context.holder(claims[rival])
                let reason = EventWords(naming: naming).reason(link.from, before: index, rival, holder: holder)
                (cause, words, blocker) = ("rival", "because \(reason)", rival)
            case .computerName(let example):
                let type = claims[example].name.type
                words = "together with its \(type): it has the computer's name, which got a new number"
                (cause, blocker) = ("computerName", example)
            }
            return context.finding(
                "service-renamed", .note, about: index, at: new.firstSeen,
                message: "\(context.label(of: new)) renamed its \(new.name.type) \(names) \(rule), \(words).",
                facts: [
                    "from": naming.ids[link.from], "rule": link.family?.rawValue ?? "other",
                    "cause": cause, "causedBy": naming.ids[blocker], "conflicts": link.conflicts,
                ],
                remedy:
                    "Register a name that no other host uses, or distinguish services by the TXT record, not by name.",
                reference: "RFC 6762 §9, RFC 6763 Appendix D")
        }
    }
}

/// A holder gave up a name and took another one that no responder would have made, or without a rival: its user or
/// application chose it.
enum ChosenNameRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        return naming.links.choices.sorted { $0.key < $1.key }.map { index, earlier in
            let (old, new) = (claims[earlier], claims[index])
            let names = [old, new].map(\.quotedName)
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

/// A name that looks like the outcome of a conflict which the capture does not show: its holder may have known that the
/// first name was taken without asking for it on the link, or was renamed before the capture began, or was given that very
/// name by its user.
enum NumberedNameRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        return claims.indices.compactMap { index in
            let claim = claims[index]
            guard claim.firstAnnouncement != nil, naming.links.links[index] == nil,
                naming.links.choices[index] == nil
            else { return nil }
            let family = claim.senders.lazy.compactMap { naming.tracker.family(of: $0) }.first
            for label in candidates(claim.name.instance) {
                guard let name = try? DNSName(labels: [label]).appending(claim.name.typeName),
                    let other = naming.tracker.claims(to: name).first(where: { isThere(claims[$0], for: claim) }),
                    let rule = RenameRule.rules(from: label, to: claim.name.instance, of: .service)
                        .first(where: { family == nil || $0.family == family })
                else { continue }
                return context.finding(
                    "name-numbered", .note, about: index, at: claim.firstSeen,
                    message:
                        "\(claim.quotedName) of host \(Excerpt.quoted(context.label(of: claim))) is the name that "
                        + "\(rule.family.softwareName) derives from \(claims[other].quotedName), which host "
                        + "\(Excerpt.quoted(context.label(of: claims[other]))) holds; the capture shows no conflict "
                        + "between them.",
                    facts: [
                        "rule": rule.family.rawValue, "origin": claims[other].name, "holder": naming.ids[other],
                    ],
                    remedy:
                        "Capture from before the service is registered to see whether it was renamed. A responder that knows a "
                        + "name to be taken skips it without a packet.",
                    reference: "RFC 6762 §8.1, §9")
            }
            return family.flatMap { numbered(index, claim, by: $0, context) }
        }
    }

    /// A name that ends the way its holder's responder would end it, while no host has the predecessor.
    private static func numbered(
        _ index: Int, _ claim: ServiceClaim, by family: ResponderFamily, _ context: FindingContext
    ) -> Finding? {
        guard let origin = RenameRule(family, .service).origin(of: claim.name.instance) else { return nil }
        let names = [claim.name.instance, origin.label].map {
            Excerpt.quoted(String(decoding: $0, as: UTF8.self))
        }
        return context.finding(
            "name-numbered", .note, about: index, at: claim.firstSeen,
            message:
                "\(names[0]) had its number when it was first seen; the capture has no rename, and no other host "
                + "has \(names[1]).",
            facts: ["rule": family.rawValue, "origin": String(decoding: origin.label, as: UTF8.self), "holder": nil],
            remedy:
                "It was renamed before the capture began, or was given this name. Responders keep a number once they have "
                + "added it.",
            reference: "RFC 6762 §9")
    }

    /// Labels that one conflict could have turned into this one.
    private static func candidates(_ label: [UInt8]) -> [[UInt8]] {
        var digits = label.count
        let isBracketed = label.last == 0x29
        if isBracketed { digits -= 1 }
        let end = digits
        while digits > 0, (0x30...0x39).contains(label[digits - 1]) { digits -= 1 }
        // No responder counts so far.
        guard (1...9).contains(end - digits), let number = Int(String(decoding: label[digits..<end], as: UTF8.self)),
            number >= 2
        else { return [] }
        let before = label[..<digits]
        let previous = Array(before) + Array(String(number - 1).utf8) + (isBracketed ? [0x29] : [])
        for separator in [" (", " #", "-"] where before.count > separator.utf8.count {
            guard before.suffix(separator.utf8.count).elementsEqual(separator.utf8) else { continue }
            return [Array(before.dropLast(separator.utf8.count)), previous]
        }
        return []
    }

    private static func isThere(_ other: ServiceClaim, for claim: ServiceClaim) -> Bool {
        guard !other.senders.contains(where: { claim.senders.containsHost(of: $0) }), other.firstAnnouncement != nil,
            other.firstSeen < claim.firstSeen
        else { return false }
        return other.lastGoodbye.map { $0 > claim.firstSeen } ?? true
    }
}
