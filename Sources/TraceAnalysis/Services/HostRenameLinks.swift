import DNSWire
import ServiceDiscovery

/// Host names that a host gave up after a conflict, and the names that it took instead.
struct HostRenameLinks {
    struct Link {
        /// The indices of the two claims among the tracker's.
        let from: Int
        let to: Int
        /// Nil if the names fit several families and nothing else decides between them, or none.
        let family: ResponderFamily?
        /// Whether the names fit the rule of some family.
        let isByKnownRule: Bool
        /// The rival.
        let rival: Int

        fileprivate init(from: Int, to: Int, _ step: RenameStep, rival: Int) {
            (self.from, self.to, family, isByKnownRule) = (from, to, step.family, step.isByKnownRule)
            self.rival = rival
        }
    }

    /// In order of time.
    private(set) var links: [Link] = []
    private var givenUp: Set<Int> = []

    private static let lookBehind = 8

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
            let oldLabel = old.name.labels.first, let newLabel = new.name.labels.first
        else { return nil }
        if let step = RenameStep.ofHost(from: oldLabel, to: newLabel, by: new.sender, tracker) {
            guard let rival = rival(of: old, before: new, tracker) else { return nil }
            return Link(from: oldIndex, to: newIndex, step, rival: rival)
        }
        guard let rival = provenRival(of: old, before: new, tracker) else { return nil }
        let step = RenameStep.ofHostAfterConflict(from: oldLabel, to: newLabel, by: new.sender, tracker)
        return Link(from: oldIndex, to: newIndex, step, rival: rival)
    }

    /// The host because of which a name was given up for one that no rule leads to. A host may have several names, so that
    /// the names alone say nothing: the old one must not have been heard since, and its holder must have met the rival
    /// shortly before it asked for the new one, or have asked in vain for what the rival held.
    private static func provenRival(of old: HostClaim, before new: HostClaim, _ tracker: ServiceTracker) -> Int? {
        let end = new.firstSeen
        guard old.lastSeen <= end, end.time - old.lastSeen.time <= RenameLinks.renamingTime else { return nil }
        for event in old.log.events.reversed()
        where event.moment <= end && end.time - event.moment.time <= RenameLinks.renamingTime {
            switch event.detail {
            case .rival(let rival, _), .tieBreak(let rival, false, _): return rival
            default: break
            }
        }
        guard old.firstAnnouncement == nil, old.lastProbe != nil else { return nil }
        return tracker.hostClaims(to: old.name).first { index in
            let other = tracker.hosts[index]
            return other.isOwn && other.isRival(of: old) && !other.isGone
                && other.firstAnnouncement.map { $0 <= old.firstSeen } ?? false
        }
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
