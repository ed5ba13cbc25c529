import DNSWire
import ServiceDiscovery
import TraceModel

/// Several hosts claimed one instance name (RFC 6762 §8.1, §8.2, §9).
enum NameConflictRule: FindingRule {
    /// The maximum number of holders of a name that are listed.
    private static let maximumHolders = 8
    /// RFC 6762 §8.1: after so many conflicts within ten seconds, five seconds pass before each further attempt.
    private static let stormConflicts = 15
    private static let stormWindow: Int64 = 10_000_000_000
    private static let stormPause: Int64 = 5_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        let tracker = context.naming.tracker
        var seen: Set<DNSName> = []
        var findings: [Finding] = []
        for index in tracker.services.indices {
            let name = tracker.services[index].name.fullName
            guard tracker.claims(to: name).count > 1, seen.insert(name).inserted else { continue }
            if let finding = conflict(over: name, context) { findings.append(finding) }
        }
        return findings + storms(context)
    }

    private static func conflict(over name: DNSName, _ context: FindingContext) -> Finding? {
        let naming = context.naming
        let claims = naming.tracker.services
        let indices = naming.tracker.claims(to: name)
        var moments: [PacketMoment] = []
        var involved: [Int] = []
        for index in indices.prefix(maximumHolders) {
            let claim = claims[index]
            var rivals = indices.filter { $0 != index && naming.overlap(claim, claims[$0]) }
            for event in claim.log.events where naming.concerns(event, index) {
                switch event.detail {
                case .rival(let rival, _), .tieBreak(let rival, _, _):
                    rivals.append(rival)
                    moments.append(event.moment)
                default: break
                }
            }
            guard let rival = rivals.first else { continue }
            for index in [index, rival] where !involved.contains(index) { involved.append(index) }
        }
        guard involved.count > 1 else { return nil }
        involved.sort { claims[$0].firstSeen < claims[$1].firstSeen }
        let standing = standing(involved, context)
        let unyielding = standing.isEmpty ? unyielding(involved, context) : standing
        let areApart = NetworksApart.holds(for: unyielding.map { naming.tracker.addresses(of: claims[$0]) })
        let subject = involved.first { naming.links.next(after: $0) != nil } ?? involved[1]
        let first = moments.min() ?? claims[involved[1]].firstSeen
        let frames = Set([first.frame] + moments.map(\.frame)).sorted()
        let areSpelledAlike = Set(involved.map { claims[$0].name.instance }).count == 1
        let holders = involved.map { index in
            context.holder(claims[index])
                + (areSpelledAlike ? "" : " as \(claims[index].quotedName)")
        }
        return context.finding(
            "name-conflict", areApart ? .note : unyielding.count > 1 ? .error : .warning,
            about: .service(naming.ids[subject]),
            at: frames.map { PacketMoment(frame: $0, time: first.time) },
            message:
                "\(claims[involved[0]].quotedName) (\(claims[involved[0]].name.type)) was claimed by \(Excerpt.list(holders))"
                + (areSpelledAlike ? "" : ", which differ only in case and so are one name")
                + outcome(involved, unyielding, hasLeft: standing.isEmpty, context)
                + (areApart ? NetworksApart.words : "") + ".",
            facts: ["services": involved.map { naming.ids[$0] }, "holders": unyielding.map { naming.ids[$0] }],
            remedy: areApart
                ? NetworksApart.remedy
                : unyielding.count > 1
                    ? "Make sure that both hosts receive each other's multicast, or give each service a unique name, such as its peer ID."
                    : "Give each service a unique name, such as its peer ID, and put the display name in the TXT record.",
            reference: "RFC 6762 §8.2, §9")
    }

    /// Those that have the name now. One whose probes another had stopped answering took it over.
    private static func standing(_ involved: [Int], _ context: FindingContext) -> [Int] {
        let naming = context.naming
        let claims = naming.tracker.services
        let kept = involved.filter { naming.links.next(after: $0) == nil && claims[$0].isEstablished }
        let rivals = kept.filter { index in
            kept.contains { $0 != index && naming.overlap(claims[index], claims[$0]) }
        }
        guard rivals.isEmpty, let last = kept.max(by: { claims[$0].lastSeen < claims[$1].lastSeen }) else {
            return rivals
        }
        return [last]
    }

    /// Those that have left by now, but announced the name until then, each after others had.
    private static func unyielding(_ involved: [Int], _ context: FindingContext) -> [Int] {
        let naming = context.naming
        let claims = naming.tracker.services
        let kept = involved.filter { naming.links.next(after: $0) == nil }
        return kept.filter { index in
            kept.contains { $0 != index && claims[index].times.insists(on: claims[$0].times) }
        }
    }

    private static func outcome(
        _ involved: [Int], _ standing: [Int], hasLeft: Bool, _ context: FindingContext
    ) -> String {
        let naming = context.naming
        let claims = naming.tracker.services
        func name(_ index: Int) -> String {
            let label = context.label(of: claims[index])
            let isAlone = involved.allSatisfy { $0 == index || context.label(of: claims[$0]) != label }
            guard !isAlone else { return label }
            let others = involved.filter { $0 != index }.map { claims[$0].location?.port }
            guard let port = claims[index].location?.port, !others.contains(port) else {
                return "\(label) at \(claims[index].mainSender.address)"
            }
            return "\(label) port \(port)"
        }
        if standing.count > 1 {
            let names = Excerpt.list(standing.map(name))
            return hasLeft
                ? "; \(names) held it until they left, and neither renamed"
                : "; \(names) hold it to the end, and neither renames"
        }
        let moved = involved.compactMap { index in
            naming.links.next(after: index).map { next in
                "\(name(index)) is \(claims[naming.links.end(of: next)].quotedName) now"
            }
        }
        // One that kept it until it left has not lost it.
        let left = involved.first { naming.links.next(after: $0) == nil && claims[$0].firstAnnouncement != nil }
        let kept =
            standing.first.map { "\(name($0)) keeps it" } ?? left.map { "\(name($0)) kept it and left" }
            ?? "no host keeps it"
        return "; " + Excerpt.list([kept] + moved)
    }

    /// Conflict after conflict of one host, and whether it slowed down.
    private static func storms(_ context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        return claims.indices.filter { naming.links.previous(before: $0) == nil && naming.links.next(after: $0) != nil }
            .compactMap { start in
                var chain = [start]
                while let next = naming.links.next(after: chain[chain.count - 1]) { chain.append(next) }
                let attempts = chain.map { claims[$0].firstSeen }
                let moments = chain.flatMap { claims[$0].conflicts }.sorted()
                guard moments.count >= stormConflicts,
                    let last = moments.indices.first(where: { index in
                        index + 1 >= stormConflicts
                            && moments[index].time - moments[index + 1 - stormConflicts].time <= stormWindow
                    })
                else { return nil }
                let later = attempts.filter { $0 > moments[last] }
                let hasted = zip([moments[last]] + later, later).contains { $1.time - $0.time < stormPause }
                return context.finding(
                    "conflict-storm", hasted ? .error : .warning, about: chain[chain.count - 1], at: moments[last],
                    message:
                        "\(context.label(of: claims[start])) met \(moments.count) conflicts over "
                        + "\(claims[start].quotedName) and \(chain.count - 1) later names; "
                        + (hasted
                            ? "it continued without the 5 s pause that is required after 15 conflicts in 10 s."
                            : "after the 15th it waited 5 s before each attempt, as required."),
                    facts: [
                        "conflicts": moments.count, "names": chain.count, "limit": stormConflicts,
                        "window": context.axis.duration(stormWindow), "pause": context.axis.duration(stormPause),
                    ],
                    remedy: "Find the host that answers for every name; another name will not help.",
                    reference: "RFC 6762 §8.1")
            }
    }
}
