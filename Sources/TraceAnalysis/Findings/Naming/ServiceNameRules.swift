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
            let arithmetic = RenameStyle.arithmetic(
                link.family, after: old.name.instance, conflicts: link.conflicts)
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
                message:
                    "\(context.label(of: new)) renamed its \(new.name.type) \(names) \(rule), \(words)\(arithmetic).",
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
            let family = naming.tracker.family(of: claim)
            for label in candidates(claim.name.instance, family) {
                guard let name = try? DNSName(labels: [label]).appending(claim.name.typeName),
                    let other = naming.tracker.claims(to: name).first(where: {
                        isThere(claims[$0], for: claim, since: context.axis.origin)
                    })
                else { continue }
                let rules = rules(from: label, to: claim, family, context)
                guard let rule = rules.first else { continue }
                let software = rules.map(\.family.softwareName).joined(separator: " or ")
                let which = rules.contains { $0.isRandom(after: label) } ? "one of the names that" : "the name that"
                return context.finding(
                    "name-numbered", .note, about: index, at: claim.firstSeen,
                    message:
                        "\(claim.quotedName) of host \(Excerpt.quoted(context.label(of: claim))) is \(which) "
                        + "\(software) derives from \(claims[other].quotedName), which host "
                        + "\(Excerpt.quoted(context.label(of: claims[other]))) holds; the capture shows no conflict "
                        + "between them.",
                    facts: [
                        "rule": rules.count == 1 ? rule.family.rawValue : nil, "rules": rules.map(\.family.rawValue),
                        "origin": claims[other].name, "holder": naming.ids[other],
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
                + "had \(names[1]) by then.",
            facts: [
                "rule": family.rawValue, "rules": [family.rawValue],
                "origin": String(decoding: origin.label, as: UTF8.self),
                "holder": nil,
            ],
            remedy:
                "It was renamed before the capture began, or was given this name. Responders keep a number once they have "
                + "added it.",
            reference: "RFC 6762 §9")
    }

    /// The rules by which one conflict may have turned a label into a holder's: that of the software that it is known to
    /// run, or all that nothing speaks against. That of systemd-resolved needs evidence, because any name may end in a digit.
    private static func rules(
        from label: [UInt8], to claim: ServiceClaim, _ family: ResponderFamily?, _ context: FindingContext
    ) -> [RenameRule] {
        RenameRule.rules(from: label, to: claim.name.instance, of: .service).filter { rule in
            if let family { return rule.family == family }
            return rule.family != .resolved
                && claim.senders.allSatisfy { context.naming.tracker.admits(rule.family, of: $0) }
        }
    }

    /// Labels that one conflict could have turned into this one.
    private static func candidates(_ label: [UInt8], _ family: ResponderFamily?) -> [[UInt8]] {
        family == .resolved ? unseparatedCandidates(label) : separatedCandidates(label)
    }

    /// Those where the number follows the name directly, and grows by up to ten.
    private static func unseparatedCandidates(_ label: [UInt8]) -> [[UInt8]] {
        let stem = Array(label.prefix((label.lastIndex { !(0x30...0x39).contains($0) } ?? -1) + 1))
        guard !stem.isEmpty, let number = Int(String(decoding: label[stem.count...], as: UTF8.self)),
            (2...999_999_999).contains(number)
        else { return [] }
        // The number of a service follows a template, which may end in digits itself.
        let templates = [1, 2].map { Array(label.dropLast($0)) }.filter { $0.count > stem.count }
        return [stem] + (max(1, number - 10)..<number).reversed().map { stem + Array("\($0)".utf8) } + templates
    }

    private static func separatedCandidates(_ label: [UInt8]) -> [[UInt8]] {
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

    private static func isThere(_ other: ServiceClaim, for claim: ServiceClaim, since origin: Int64) -> Bool {
        guard !other.senders.contains(where: { claim.senders.containsHost(of: $0) }),
            let start = other.firstAnnouncement
        else { return false }
        // Whose first sign is no probe, but an answer, or comes so early that the probes would be missing, had the name before
        // the capture began.
        let wasThere =
            start == other.firstSeen && (!other.startsUnasked || start.time - origin <= ProbeMissingRule.leadTime)
        guard other.firstSeen < claim.firstSeen || wasThere else { return false }
        return other.lastGoodbye.map { $0 > claim.firstSeen } ?? true
    }
}

extension RenameRule {
    /// Whether one conflict can lead from the label to several names.
    fileprivate func isRandom(after label: [UInt8]) -> Bool {
        guard case .anyOf? = try? successor(of: label) else { return false }
        return true
    }
}
