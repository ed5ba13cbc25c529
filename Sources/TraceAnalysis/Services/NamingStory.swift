import DNSWire
import ServiceDiscovery
import TraceModel

/// All claims to names and their relations.
struct NamingStory {
    let tracker: ServiceTracker
    /// The report's service ids, by the claims' indices among the tracker's.
    let ids: [String]
    /// The claims' indices by these ids.
    let indices: [String: Int]
    let links: RenameLinks
    let hostLinks: HostRenameLinks
    /// Indices of host claims at either end of a rename.
    private let renamedHosts: Set<Int>

    init(_ tracker: ServiceTracker = ServiceTracker(), ids: [String] = []) {
        self.tracker = tracker
        self.ids = ids
        indices = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
        links = RenameLinks(tracker)
        hostLinks = HostRenameLinks(tracker)
        renamedHosts = Set(hostLinks.links.flatMap { [$0.from, $0.to] })
    }

    /// The final state of a claim.
    func state(of index: Int) -> Service.State {
        if links.successors[index] != nil { return .renamed }
        let claim = tracker.services[index]
        if links.replacements[index] != nil, !claim.isGone { return .renamed }
        let state = claim.state
        let isWanted = state == .probing || state == .announced && claim.firstAnnouncement != nil
        guard isWanted, standingRival(of: index) != nil else { return state }
        return .conflicted
    }

    /// Another holder of the name that did not give it up, though both were there at one time.
    func standingRival(of index: Int) -> Int? {
        tracker.claims(to: tracker.services[index].name.fullName).first { other in
            other != index && links.next(after: other) == nil && tracker.services[other].isEstablished
                && overlap(tracker.services[index], tracker.services[other])
        }
    }

    /// Whether two holders of a name were on one link, and the first one was still alive when the second one came: a host
    /// that said goodbye, or vanished without, is not a rival of the one that takes its name later. Neither is a node that
    /// names a service only in AWDL action frames, where one device may have several addresses and host names.
    func overlap(_ first: ServiceClaim, _ second: ServiceClaim) -> Bool {
        guard first.location != nil || second.location != nil, !first.isOnlyInActionFrames,
            !second.isOnlyInActionFrames, tracker.links.isShared(first.links, second.links)
        else { return false }
        return first.times.overlap(second.times)
    }

    /// Whether a conflict concerned the claim with that index: a holder that is silent afterward may have been gone long
    /// before, and one whose host goes on with another port has restarted.
    func concerns(_ event: ClaimEvent, _ index: Int) -> Bool {
        let claim = tracker.services[index]
        guard claim.times.contains(event.moment, patience: ServiceTracker.probePatience) else { return false }
        guard case .rival(let rival, _) = event.detail, claim.firstAnnouncement != nil, claim.lastSeen <= event.moment
        else { return true }
        return !claim.senders.containsHost(of: tracker.services[rival].senders[0])
    }
}

// MARK: - Hosts

extension NamingStory {
    /// Whether two claims to a host name are those of two devices. The interfaces of one device claim its name as well,
    /// each with separate addresses, and the records do not show it. But they do not give the name up for each other,
    /// run one responder, and agree about services.
    func areDistinct(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (tracker.hosts[first], tracker.hosts[second])
        guard a.isRival(of: b), tracker.links.isShared(a.links, b.links) else { return false }
        if renamedHosts.contains(first) || renamedHosts.contains(second) { return true }
        for (one, other) in [(a, b), (b, a)] {
            if let family = tracker.family(of: one.sender), !tracker.admits(family, of: other.sender) { return true }
        }
        return differOnService(a, b)
    }

    /// Whether the two claim one instance with different locations.
    private func differOnService(_ first: HostClaim, _ second: HostClaim) -> Bool {
        let services = (tracker.servicesByTarget[first.name] ?? []).map { tracker.services[$0] }
        let own = services.filter { $0.senders.containsHost(of: first.sender) }
        let names = Set(own.map(\.name))
        return services.contains { service in
            names.contains(service.name) && service.senders.containsHost(of: second.sender)
                && !service.senders.containsHost(of: first.sender)
        }
    }

    /// Another device that holds the host name and did not give it up, though both were there at one time.
    func standingHostRival(of index: Int) -> Int? {
        let claim = tracker.hosts[index]
        guard isStanding(index) else { return nil }
        return tracker.hostClaims(to: claim.name).first { other in
            let rival = tracker.hosts[other]
            return other != index && isStanding(other) && claim.times.overlap(rival.times)
                && areDistinct(index, other)
        }
    }

    private func isStanding(_ index: Int) -> Bool {
        let claim = tracker.hosts[index]
        return claim.isOwn && claim.firstAnnouncement != nil && !claim.isGone && !hostLinks.isGivenUp(index)
    }
}
