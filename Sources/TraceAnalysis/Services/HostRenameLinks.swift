import DNSWire
import ServiceDiscovery

/// Host names that a host gave up after a conflict, and the names that it took instead.
struct HostRenameLinks {
    struct Link {
        /// The indices of the two claims among the tracker's.
        let from: Int
        let to: Int
        /// Nil if the names fit several families and nothing else decides between them.
        let family: ResponderFamily?
        /// The rival.
        let rival: Int
    }

    /// In order of time.
    private(set) var links: [Link] = []
    private var givenUp: Set<Int> = []

    private static let lookBehind = 8
    private static let maximumConflicts = 16

    init(_ tracker: ServiceTracker) {
        var earlier: [ServiceTracker.ResponderKey: [Int]] = [:]
        let hosts = tracker.hosts
        for new in hosts.indices.sorted(by: { (hosts[$0].firstSeen, $0) < (hosts[$1].firstSeen, $1) }) {
            // A reflector repeats the names of others.
            guard hosts[new].isOwn else { continue }
            let key = ServiceTracker.ResponderKey(hosts[new].sender)
            for old in earlier[key, default: []].suffix(Self.lookBehind).reversed() where !givenUp.contains(old) {
                guard let link = Self.link(old, new, tracker) else { continue }
                links.append(link)
                givenUp.insert(old)
                break
            }
            earlier[key, default: []].append(new)
        }
    }

    /// Whether the claim with that index was given up for another name.
    func isGivenUp(_ index: Int) -> Bool { givenUp.contains(index) }

    private static func link(_ oldIndex: Int, _ newIndex: Int, _ tracker: ServiceTracker) -> Link? {
        let (old, new) = (tracker.hosts[oldIndex], tracker.hosts[newIndex])
        guard old.name != new.name, old.lastSeen <= new.lastSeen, old.name.droppingFirst() == new.name.droppingFirst(),
            let oldLabel = old.name.labels.first, let newLabel = new.name.labels.first,
            let rival = rival(of: old, before: new, tracker)
        else { return nil }
        let rules = RenameRule.rules(from: oldLabel, to: newLabel, of: .host)
        let families = Set(rules.map(\.family)).union(
            RenameRule.all.filter {
                $0.subject == .host && $0.conflicts(from: oldLabel, to: newLabel, limit: maximumConflicts) != nil
            }.map(\.family))
        guard !families.isEmpty else { return nil }
        let known = tracker.family(of: new.sender)
        let family = families.count == 1 ? families.first : known.flatMap { families.contains($0) ? $0 : nil }
        return Link(from: oldIndex, to: newIndex, family: family, rival: rival)
    }

    /// Another host that claimed the name with different addresses. If the name was held and not only probed for, the
    /// rival must have sent something shortly before the new name appeared: a host that vanished is not a rival. The
    /// interfaces of one host claim one name as well, but do not give it up for each other.
    private static func rival(of old: HostClaim, before new: HostClaim, _ tracker: ServiceTracker) -> Int? {
        tracker.hostClaims(to: old.name).first { index in
            let other = tracker.hosts[index]
            return other.isRival(of: old) && tracker.links.isShared(other.links, old.links)
                && other.firstSeen <= new.firstSeen
                && (old.firstAnnouncement == nil
                    || other.lastSeen >= old.firstSeen
                        && new.firstSeen.time - other.lastSeen.time <= RenameLinks.renamingTime)
        }
    }
}
