import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Decides which senders that claim one name with equal SRV data are one holder: the interfaces of one host, or a reflector
/// that repeats it; and which are two, such as machines made from one image.
///
/// `Docs/naming.md` has the rules in this order.
struct HolderEvidence {
    /// Link addresses that had connections with each other: those of two hosts.
    let conversations: Conversations

    /// Pairs of link addresses, in either order.
    struct Conversations {
        private struct Pair: Hashable {
            let first: LinkAddress
            let second: LinkAddress

            init(_ one: LinkAddress, _ other: LinkAddress) { (first, second) = (min(one, other), max(one, other)) }
        }

        private var pairs: Set<Pair> = []

        mutating func note(_ one: LinkAddress, _ other: LinkAddress) {
            if one != other { pairs.insert(Pair(one, other)) }
        }

        func contains(_ one: [ServiceSender], _ other: [ServiceSender]) -> Bool {
            guard !pairs.isEmpty else { return false }
            let others = other.compactMap(\.linkAddress)
            return one.compactMap(\.linkAddress).contains { link in
                others.contains { pairs.contains(Pair(link, $0)) }
            }
        }
    }

    /// A claim to a name, with the claims of its senders to the name of its host.
    typealias Holder = (claim: ServiceClaim, hosts: [HostClaim])

    /// Whether two claims to one name are those of one holder.
    func areOne(_ first: Holder, _ second: Holder, _ tracker: ServiceTracker) -> Bool {
        let ((one, hosts), (other, others)) = (first, second)
        guard let location = one.location, let otherLocation = other.location else {
            // A host announces a name on all its interfaces: who only asked for it gave it up.
            return Self.onlyAsked(one) == Self.onlyAsked(other) && Self.sayTheSame(one, other) && Self.agree(one, other)
        }
        guard location == otherLocation else { return false }
        if Self.repeats(hosts, others) || Self.repeats(others, hosts) { return true }
        guard Self.sayTheSame(one, other), !conversations.contains(one.senders, other.senders) else { return false }
        if Self.agree(one, other) { return true }
        let areOnOneLink = tracker.links.isShared(one.links, other.links)
        if Self.wasRefused(hosts, others, tracker) { return false }
        if Self.speaksFor(hosts, one.senders, other.senders, areOnOneLink)
            || Self.speaksFor(others, other.senders, one.senders, areOnOneLink)
        {
            return true
        }
        guard areOnOneLink else { return false }
        guard hosts.contains(where: \.isOwn), others.contains(where: \.isOwn) else { return true }
        return Self.wouldHaveNoticed(one, other, tracker)
    }

    // MARK: - One

    /// Whether the claims to the host name are repeated by a host that does not have the addresses.
    private static func repeats(_ repeated: [HostClaim], _ original: [HostClaim]) -> Bool {
        guard !repeated.isEmpty, !repeated.contains(where: \.isOwn) else { return false }
        return original.contains { claim in
            claim.addresses.contains { address in repeated.contains { $0.addresses.contains(address) } }
        }
    }

    /// Whether the interfaces of a host are announced with each other's addresses.
    ///
    /// - Parameter areOnOneLink: On two links, two hosts may have one address.
    private static func speaksFor(
        _ hosts: [HostClaim], _ own: [ServiceSender], _ others: [ServiceSender], _ areOnOneLink: Bool
    ) -> Bool {
        others.contains { other in
            (areOnOneLink || !own.contains { $0.address == other.address })
                && hosts.contains { $0.addresses.contains(other.address) }
        }
    }

    /// Whether both spoke up unasked at the same times: one host says everything on each of its interfaces.
    private static func agree(_ one: ServiceClaim, _ other: ServiceClaim) -> Bool {
        let start = max(one.firstSeen.time, other.firstSeen.time) - EventLog.sameEventWindow
        let end = min(one.lastSeen.time, other.lastSeen.time) + EventLog.sameEventWindow
        guard start <= end else { return false }
        let (events, others) = (
            unasked(one, from: start, to: end), unasked(other, from: start, to: end)
        )
        var next = 0
        var together = 0
        for event in events {
            while next < others.count, others[next].time < event.time - EventLog.sameEventWindow { next += 1 }
            if others[next...].prefix(agreementLookAhead).contains(where: {
                $0.kind == event.kind && $0.time <= event.time + EventLog.sameEventWindow
            }) {
                together += 1
            }
        }
        return together > 0 && together * 2 >= min(events.count, others.count)
    }

    /// Events of other kinds that may lie between two that belong together.
    private static let agreementLookAhead = 8

    private enum Kind { case probe, announcement, goodbye }

    private static func unasked(_ claim: ServiceClaim, from start: Int64, to end: Int64) -> [(time: Int64, kind: Kind)]
    {
        claim.log.events.compactMap { event in
            guard !event.mayAnswer, (start...end).contains(event.moment.time) else { return nil }
            return switch event.kind {
            case .probe: (event.moment.time, .probe)
            case .announce, .reannounce: (event.moment.time, .announcement)
            case .goodbye: (event.moment.time, .goodbye)
            default: nil
            }
        }
    }

    /// Whether both run software that would have given up the host name to another host, long before the capture: neither
    /// began to speak while it lasted.
    private static func wouldHaveNoticed(
        _ one: ServiceClaim, _ other: ServiceClaim, _ tracker: ServiceTracker
    ) -> Bool {
        func defendsHostNames(_ claim: ServiceClaim) -> Bool {
            claim.senders.contains { sender in
                tracker.family(of: sender).map { $0 == .apple || $0 == .avahi } ?? false
            }
        }
        func isSettled(_ claim: ServiceClaim) -> Bool {
            unasked(claim, from: .min, to: .max).isEmpty
        }
        return defendsHostNames(one) && defendsHostNames(other) && isSettled(one) && isSettled(other)
    }

    // MARK: - Two

    private static func onlyAsked(_ claim: ServiceClaim) -> Bool {
        claim.wasProbed && claim.firstAnnouncement == nil && claim.lastAlive == nil
    }

    /// Whether the TXT records were alike at some time, as far as both are known.
    private static func sayTheSame(_ one: ServiceClaim, _ other: ServiceClaim) -> Bool {
        guard let text = one.text, let second = other.text else { return true }
        return text.rdata == second.rdata || other.texts.contains { $0.record.rdata == text.rdata }
            || one.texts.contains { $0.record.rdata == second.rdata }
    }

    /// Whether one of them asked for the host name, and the other one had it.
    private static func wasRefused(_ one: [HostClaim], _ other: [HostClaim], _ tracker: ServiceTracker) -> Bool {
        func wasRefused(_ hosts: [HostClaim], by others: [HostClaim]) -> Bool {
            hosts.contains { host in
                host.log.events.contains { event in
                    guard case .rival(let rival, _) = event.detail else { return false }
                    return others.contains { $0.sender == tracker.hosts[rival].sender }
                }
            }
        }
        return wasRefused(one, by: other) || wasRefused(other, by: one)
    }
}

extension ServiceTracker {
    /// More interfaces than one host has: claims of one name are compared with those of so many holders.
    private static let maximumCompared = [ServiceSender].limit

    /// Whether several senders claim one name.
    var hasSharedNames: Bool { services.contains { !$0.isAlone } }

    /// Joins the claims to one name that are those of one holder. Used at the end, when all evidence is there.
    mutating func joinHolders(_ evidence: HolderEvidence) {
        guard hasSharedNames else { return }
        var heads: [DNSName: [Int]] = [:]
        var hostsOfHeads: [Int: [HostClaim]] = [:]
        var joined = Array(services.indices)
        for index in services.indices where !services[index].isAlone {
            let name = services[index].name.fullName
            let known = heads[name] ?? []
            let hosts = self.hosts(of: services[index])
            if let head = known.prefix(Self.maximumCompared).first(where: {
                evidence.areOne((services[$0], hostsOfHeads[$0] ?? []), (services[index], hosts), self)
            }) {
                joined[index] = head
                services[head].absorb(services[index])
                hostsOfHeads[head] = self.hosts(of: services[head])
            } else {
                hostsOfHeads[index] = hosts
                heads[name, default: []].append(index)
            }
        }
        let kept = services.indices.filter { joined[$0] == $0 }
        guard kept.count < services.count else { return }
        var numbers = joined
        for (number, index) in kept.enumerated() { numbers[index] = number }
        // The one that each was joined to came before it.
        for index in services.indices where joined[index] != index { numbers[index] = numbers[joined[index]] }
        renumberServices(kept, numbers)
    }
}
