import ServiceDiscovery
import TraceModel

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
