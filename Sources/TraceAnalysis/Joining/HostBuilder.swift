import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Turns claims to host names into the hosts that the report shows: one for each name and device, however many interfaces
/// the device has.
struct HostBuilder {
    let axis: TimeAxis
    let naming: NamingStory
    let peer: (IPAddress) -> String?

    private struct Device: Hashable {
        var name: DNSName
        var owner: Owner
    }

    private enum Owner: Hashable {
        case peer(String)
        /// A host without a peer, such as one that announces nothing itself.
        case sender(IPAddress)
    }

    func hosts() -> [HostName] {
        let claims = naming.tracker.hosts
        let own = claims.indices.filter { index in
            // Records that a reflector repeats are attributed to the host itself, if it was heard.
            claims[index].isOwn
                || !naming.tracker.hostClaims(to: claims[index].name).contains(where: { claims[$0].isOwn })
        }
        let groups = own.sorted { (claims[$0].firstSeen, $0) < (claims[$1].firstSeen, $1) }
            .map { (device: device(of: claims[$0]), index: $0) }.grouped(by: \.device)
        var ids = [String?](repeating: nil, count: claims.count)
        for (number, group) in groups.enumerated() {
            for (_, index) in group { ids[index] = "h\(number + 1)" }
        }
        let from = Dictionary(naming.hostLinks.links.map { ($0.to, $0) }) { first, _ in first }
        let to = Dictionary(naming.hostLinks.links.map { ($0.from, $0) }) { first, _ in first }
        return groups.enumerated().map { number, group in
            let indices = group.map(\.index)
            let earlier = indices.lazy.compactMap { from[$0] }.first
            let later = indices.lazy.compactMap { to[$0] }.first
            var host = self.host(indices.map { claims[$0] }, id: "h\(number + 1)", owner: group[0].device.owner)
            host.renamedFrom = earlier.flatMap { ids[$0.from] }
            host.renamedTo = later.flatMap { ids[$0.to] }
            if let earlier { host.renameStyle = RenameStyle.key(earlier.family, isByKnownRule: earlier.isByKnownRule) }
            host.state = state(indices, isRenamed: later != nil)
            host.timeline = timeline(of: indices, renamedFrom: earlier, renamedTo: later)
            return host
        }
    }

    private func device(of claim: HostClaim) -> Device {
        let owner = (claim.addresses + [claim.sender.address]).lazy.compactMap(peer).first
        return Device(name: claim.name, owner: owner.map { .peer($0) } ?? .sender(claim.sender.address))
    }

    private func host(_ claims: [HostClaim], id: String, owner: Owner) -> HostName {
        var host = HostName(
            id: id, name: claims[0].name.presentation, firstSeen: axis.seconds(claims.map(\.firstSeen).min()) ?? 0,
            lastSeen: axis.seconds(claims.map(\.lastSeen).max()) ?? 0, state: .unknown)
        if case .peer(let id) = owner { host.peer = id }
        host.addresses = Set(claims.flatMap(\.currentAddresses)).sorted().map(\.description)
        host.responder = claims.lazy.compactMap { naming.tracker.family(of: $0.sender) }.first?.rawValue
        return host
    }

    private func state(_ indices: [Int], isRenamed: Bool) -> Service.State {
        let claims = indices.map { naming.tracker.hosts[$0] }
        if isRenamed { return .renamed }
        let announced = claims.filter { $0.firstAnnouncement != nil }
        if announced.isEmpty { return claims.contains { $0.lastProbe != nil } ? .probing : .unknown }
        if announced.allSatisfy(\.isGone) { return .gone }
        return indices.contains { naming.standingHostRival(of: $0) != nil } ? .conflicted : .announced
    }

    /// The events of all interfaces, those on several listed once.
    private func timeline(
        of indices: [Int], renamedFrom link: HostRenameLinks.Link?, renamedTo later: HostRenameLinks.Link?
    ) -> [Service.Event] {
        // A name that was given up has no rival.
        let end = later.map { naming.tracker.hosts[$0.to].firstSeen }
        var events = indices.flatMap { index in
            naming.tracker.hosts[index].log.events.filter { event in
                isMeant(event, at: index) && (event.kind != .conflict || end.map { event.moment <= $0 } ?? true)
            }
        }
        if let link {
            let claim = naming.tracker.hosts[link.to]
            events.append(
                ClaimEvent(
                    moment: claim.firstSeen, kind: .rename, sender: claim.sender, detail: .renamed(from: link.from)))
        }
        let (values, words) = (EventValues(naming: naming), EventWords(naming: naming))
        let rule = link.flatMap { RenameStyle.rule($0.family, isByKnownRule: $0.isByKnownRule) }
        var timeline: [Service.Event] = []
        for event in events.inOrder() {
            let rival = values.hostRival(of: event, link: link)
            let detail = words.hostDetail(of: event, rival: rival, link: link)
            let time = axis.seconds(event.moment.time)
            let isRepeated = timeline.suffix(8).contains {
                $0.event == event.kind && $0.detail == detail
                    && time - $0.time <= axis.duration(EventLog.sameEventWindow)
            }
            guard !isRepeated else { continue }
            timeline.append(
                Service.Event(
                    time: time, frame: event.moment.frame, event: event.kind,
                    source: event.sender.address.description, detail: detail, rival: rival,
                    rule: event.kind == .rename ? rule : nil,
                    changes: values.hostChanges(of: event, link: link)))
        }
        return timeline
    }

    /// Whether an event happened between two devices, and not between two interfaces of one.
    private func isMeant(_ event: ClaimEvent, at index: Int) -> Bool {
        switch event.detail {
        case .rival(let rival, _), .tieBreak(let rival, _, _): naming.areDistinct(index, rival)
        default: true
        }
    }
}
