import DNSWire
import ServiceDiscovery
import TraceModel

/// A service type that no registry would take (RFC 6335 §5.1, RFC 6763 §7).
enum ServiceTypeRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        var seen: Set<ServiceType> = []
        return context.naming.tracker.services.enumerated().compactMap { index, claim in
            guard let violation = claim.name.type.violation, seen.insert(claim.name.type).inserted else { return nil }
            return context.finding(
                "service-type-invalid", .warning, about: index, at: claim.firstSeen,
                message: "The type \(Excerpt.quoted(claim.name.type.description)) breaks a rule: \(violation).",
                facts: ["type": claim.name.type, "violation": violation.description],
                remedy: "Use 1 to 15 letters, digits and hyphens after the underscore.",
                reference: "RFC 6335 §5.1, RFC 6763 §7")
        }
    }
}

/// Instance names that are not one label of at most 63 bytes (RFC 6763 §4.1.1).
enum InstanceNameRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.naming.tracker.services.enumerated().compactMap { index, claim in
            let labels = claim.name.fullName.labelCount - claim.name.domain.labelCount - 2
            guard labels > 1 else { return nil }
            let length = claim.name.instance.count
            let isTooLong = length > DNSName.maximumLabelLength
            return context.finding(
                isTooLong ? "instance-name-too-long" : "instance-name-split", .warning, about: index,
                at: claim.firstSeen,
                message:
                    "The instance name \(claim.quotedName) was sent as \(labels) labels"
                    + (isTooLong
                        ? " of \(length) bytes in total; the limit is one label of 63 bytes." : ", split at its dots."),
                facts: ["labels": labels, "length": length, "limit": DNSName.maximumLabelLength],
                remedy:
                    "Send the name as one label. If a library splits text at dots, give it names without dots.",
                reference: "RFC 6763 §4.1.1, §4.3")
        }
    }
}

/// One host offers the same name over TCP and over UDP, which are two services and do not conflict (RFC 6763 §7).
enum SameTypeTwoTransportsRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        struct Key: Hashable {
            var name: DNSName
            var host: DNSName
        }
        let naming = context.naming
        let claims = naming.tracker.services
        var first: [Key: Int] = [:]
        return claims.indices.compactMap { index in
            let claim = claims[index]
            guard claim.firstAnnouncement != nil, let target = claim.location?.target,
                let service = claim.name.type.relativeName.labels.first,
                let name = try? DNSName(labels: [service]).appending(claim.name.domain)
            else { return nil }
            guard let other = first[Key(name: name, host: target)] else {
                first[Key(name: name, host: target)] = index
                return nil
            }
            guard claims[other].name.type.transport != claim.name.type.transport,
                claims[other].name.instance == claim.name.instance
            else { return nil }
            return context.finding(
                "same-type-two-transports", .note, about: index, at: claim.firstSeen,
                message:
                    "\(claim.quotedName) is offered as \(claims[other].name.type) and as "
                    + "\(claim.name.type): two services that share a name and do not conflict.",
                facts: [
                    "otherService": naming.ids[other], "types": [claims[other].name.type, claim.name.type],
                ],
                remedy:
                    "Browse for the type that you mean. A name that is taken in one may be free in the other.",
                reference: "RFC 6763 §7, RFC 6335 §5.1")
        }
    }
}

/// A service type that the app's Info.plist does not declare: iOS lets an app neither browse for it nor advertise it.
enum UndeclaredServiceRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let declarations = context.declarations else { return [] }
        let claims = context.naming.tracker.services
        let used = Set(context.report.sessions.compactMap(\.service))
        let usedTypes = Set(
            claims.indices.filter { used.contains(context.naming.ids[$0]) }.map { claims[$0].name.type })
        var seen: Set<ServiceType> = []
        return claims.enumerated().compactMap { index, claim in
            let type = claim.name.type
            guard !declarations.declares(type), seen.insert(type).inserted else { return nil }
            // Other apps and the system have their own services; one with sessions is likely to be the app's.
            let isUsed = usedTypes.contains(type)
            return context.finding(
                "undeclared-service", isUsed ? .warning : .note, about: index, at: claim.firstSeen,
                message:
                    "The Info.plist does not declare \(Excerpt.quoted(type.description))"
                    + (isUsed ? ", which has sessions in this capture." : "."),
                facts: ["type": type],
                remedy:
                    "If the app uses it, add it to NSBonjourServices. Otherwise browsing and registering fail with NoAuth "
                    + "(-65555) on iOS.",
                reference: "Information Property List, NSBonjourServices")
        }
    }
}
