import DNSWire
import ServiceDiscovery
import TraceModel

/// Links between claims: a name that a holder gave up because of a conflict, and the one that it took instead.
///
/// A rename by conflict is recognized by all of these: the same host claims both names for the same type and port; it
/// gave up the first one; another host wanted or held that one; and a responder's rule leads from it to the second.
/// Without the rival it is a user's choice, without the rule an application's.
struct RenameLinks {
    struct Link {
        /// The index of the claim that was given up.
        let from: Int
        /// Nil where the new name carries another number than any rule gives.
        let family: ResponderFamily?
        /// How many conflicts lie between the two names: more than one where the names between were never on the link.
        let conflicts: Int
        let cause: Cause
    }

    enum Cause {
        /// The claim with that index was in the way.
        case rival(Int)
        /// There was no rival: the computer's own name got a new number, as the claim with that index shows.
        case computerName(Int)
    }

    /// By the index of the new name's claim.
    private(set) var links: [Int: Link] = [:]
    /// The index of the new name's claim by that of the old one.
    private(set) var successors: [Int: Int] = [:]
    /// The index of the name that a holder gave up voluntarily, by that of the name that it took soon after: the choice
    /// of a user or an application.
    private(set) var choices: [Int: Int] = [:]
    /// The index of the name that an application chose after a conflict, by that of the name that was taken.
    private(set) var replacements: [Int: Int] = [:]
    /// The index of the last name's claim by that of each one before it.
    private var ends: [Int: Int] = [:]

    /// Claims of one host and type that are further apart are not compared: a host that makes so many is not a
    /// responder.
    private static let lookBehind = 16
    /// Goodbyes are repeated for some seconds; what comes up much later is another service.
    private static let choiceWindow: Int64 = 60_000_000_000
    /// All services with the computer's name change together.
    static let togetherWindow: Int64 = 10_000_000_000

    init(_ tracker: ServiceTracker) {
        let pairs = Self.pairs(tracker.services)
        for (old, new) in pairs where links[new] == nil && successors[old] == nil {
            guard let rival = Self.rival(of: old, before: new, tracker), Self.isFree(new, tracker) else { continue }
            link(old, new, because: .rival(rival), tracker)
        }
        linkComputerNames(pairs, tracker)
        findChoices(pairs, tracker.services)
        findEnds(tracker.services)
    }

    private mutating func findChoices(_ pairs: [(old: Int, new: Int)], _ claims: Segments<ServiceClaim>) {
        var taken: Set<Int> = []
        for (old, new) in pairs where links[new] == nil && successors[old] == nil && choices[new] == nil {
            guard claims[old].isGone || !claims[old].conflicts.isEmpty, claims[old].location?.port != nil,
                claims[old].location?.port == claims[new].location?.port,
                claims[new].firstSeen.time - claims[old].lastSeen.time <= Self.choiceWindow, taken.insert(old).inserted
            else { continue }
            choices[new] = old
            if !claims[old].conflicts.isEmpty { replacements[old] = new }
        }
    }

    /// The claim that its holder made instead of that one after a conflict, by a rule or by choice.
    func next(after index: Int) -> Int? { successors[index] ?? replacements[index] }

    /// The claim whose name its holder gave up for that one after a conflict.
    func previous(before index: Int) -> Int? {
        links[index]?.from ?? choices[index].flatMap { replacements[$0] == index ? $0 : nil }
    }

    /// The claim that a chain of renames ended with.
    func end(of index: Int) -> Int { ends[index] ?? index }

    /// Each link leads to a later claim, so that no chain goes round in a circle, and that the later ones' ends are known
    /// first.
    private mutating func findEnds(_ claims: Segments<ServiceClaim>) {
        let next = successors.merging(replacements) { successor, _ in successor }
        let order = next.sorted { (claims[$0.key].firstSeen, $0.key) > (claims[$1.key].firstSeen, $1.key) }
        for (index, next) in order { ends[index] = ends[next] ?? next }
    }

    private mutating func link(_ old: Int, _ new: Int, because cause: Cause, _ tracker: ServiceTracker) {
        let (first, second) = (tracker.services[old], tracker.services[new])
        guard
            let step = RenameStep.ofService(
                from: first.name.instance, to: second.name.instance, by: second.senders[0], tracker)
        else { return }
        links[new] = Link(from: old, family: step.family, conflicts: step.conflicts, cause: cause)
        successors[old] = new
    }

    /// Old and new names of one holder that gave up the old one, the newest old one of each new name first.
    private static func pairs(_ claims: Segments<ServiceClaim>) -> [(old: Int, new: Int)] {
        struct Holder: Hashable {
            var type: DNSName
            var host: ServiceTracker.ResponderKey
        }
        var earlier: [Holder: [Int]] = [:]
        var pairs: [(Int, Int)] = []
        let order = claims.indices.sorted { (claims[$0].firstSeen, $0) < (claims[$1].firstSeen, $1) }
        for new in order {
            let claim = claims[new]
            // Of those that only others speak of it is not known whose they are.
            guard !claim.isHearsay else { continue }
            var found: [Int] = []
            for key in Set(claim.senders.map(ServiceTracker.ResponderKey.init)) {
                let holder = Holder(type: claim.name.typeName, host: key)
                for old in earlier[holder, default: []].suffix(lookBehind)
                where gaveUp(claims[old], for: claim) && !found.contains(old) {
                    found.append(old)
                }
                earlier[holder, default: []].append(new)
            }
            pairs += found.sorted { (claims[$0].firstSeen, $0) > (claims[$1].firstSeen, $1) }.map { ($0, new) }
        }
        return pairs
    }

    private static func gaveUp(_ old: ServiceClaim, for new: ServiceClaim) -> Bool {
        guard old.name != new.name else { return false }
        if let first = old.location?.port, let second = new.location?.port, first != second { return false }
        guard let lastAlive = old.lastAlive, !old.isGone else { return true }
        return lastAlive <= new.firstAnnouncement ?? new.firstSeen
    }

    /// Whether the holder took the name as one that it believed to be free: it asked for it, or was the first to have it. One
    /// that answers for every name that others ask for renames nothing.
    private static func isFree(_ new: Int, _ tracker: ServiceTracker) -> Bool {
        let claims = tracker.services
        return claims[new].wasProbed
            || tracker.claims(to: claims[new].name.fullName).allSatisfy {
                claims[$0].firstSeen >= claims[new].firstSeen
            }
    }

    /// The rival of a claim that was given up for another: it sent something shortly before. If the old name was only
    /// probed for, it is enough that another host has it, which may have answered unseen, by unicast.
    private static func rival(of old: Int, before new: Int, _ tracker: ServiceTracker) -> Int? {
        let claims = tracker.services
        let end = claims[new].firstSeen
        for event in claims[old].log.events.reversed()
        where event.moment <= end && end.time - event.moment.time <= renamingTime {
            switch event.detail {
            case .rival(let rival, _): return rival
            case .tieBreak(let rival, false, _): return rival
            default: break
            }
        }
        guard claims[old].firstAnnouncement == nil else { return nil }
        return tracker.claims(to: claims[old].name.fullName).first { other in
            other != old && claims[other].location != claims[old].location
                && tracker.links.isShared(claims[other].links, claims[old].links)
                && isThere(claims[other], claims[old].firstSeen)
        }
    }

    /// Whether a holder had been announced by then, and had neither said goodbye nor run out.
    private static func isThere(_ claim: ServiceClaim, _ moment: PacketMoment) -> Bool {
        guard let first = claim.firstAnnouncement, first <= moment else { return false }
        return claim.lastGoodbye.map { $0 > moment || !claim.isGone } ?? true
            && claim.expired.map { $0 > moment } ?? true
    }

    /// Responders take another name within seconds, the slowest one five seconds after the last of many conflicts
    /// (RFC 6762 §8.1).
    static let renamingTime: Int64 = 30_000_000_000

    private mutating func linkComputerNames(_ pairs: [(old: Int, new: Int)], _ tracker: ServiceTracker) {
        let claims = tracker.services
        struct Change: Hashable {
            var host: ServiceTracker.ResponderKey
            var old: [UInt8]
            var new: [UInt8]
        }
        func change(_ old: Int, _ new: Int) -> Change {
            Change(
                host: ServiceTracker.ResponderKey(claims[new].senders[0]), old: claims[old].name.instance,
                new: claims[new].name.instance)
        }
        var changes: [Change: Int] = [:]
        for (new, link) in links.sorted(by: { $0.key < $1.key }) where link.family == .apple {
            changes[change(link.from, new)] = changes[change(link.from, new)] ?? new
        }
        for (old, new) in pairs where links[new] == nil && successors[old] == nil {
            guard let example = changes[change(old, new)],
                abs(claims[example].firstSeen.time - claims[new].firstSeen.time) <= Self.togetherWindow
            else { continue }
            link(old, new, because: .computerName(example), tracker)
        }
    }
}
