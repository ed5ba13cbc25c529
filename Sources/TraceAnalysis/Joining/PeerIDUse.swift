import ApplicationProtocols
import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// A host that announced a peer ID, or identified itself by it: several hosts with one peer ID have a cloned one.
struct PeerIDUse {
    /// Uses of one peer ID that are compared with each other.
    static let maximumCompared = 16

    let names: Set<DNSName>
    private(set) var addresses: Set<IPAddress>
    private(set) var links: Set<LinkAddress>
    /// The instances whose TXT records have it.
    private(set) var instances: Set<DNSName> = []
    /// The hosts that it gave a name up for.
    private(set) var rivals: Set<LinkAddress> = []
    private(set) var first: PacketMoment
    private(set) var last: Int64
    /// When the host announced its name, in nanoseconds: before it used the peer ID, and after it.
    var presence: ClosedRange<Int64>?
    let subject: Finding.Subject

    /// The host's name as a person would say it.
    var label: String { names.map { EventWords.host($0) }.min().map { Excerpt.cut($0) } ?? "a host" }

    /// Whether two uses are certainly those of two hosts.
    ///
    /// A host has several addresses and interfaces, and may have another name on each. So all of these have to differ, and
    /// the names not only because one was given up for the other; but a host that gave its name up to another one is not that other one.
    ///
    /// - Parameter renames: Host names that were given up for another one, and those that replaced them, each with the other.
    func isOfAnotherHost(than other: PeerIDUse, _ renames: [DNSName: Set<DNSName>]) -> Bool {
        guard addresses.isDisjoint(with: other.addresses), links.isDisjoint(with: other.links) else { return false }
        if isRival(of: other) { return true }
        // Claims to one name that were not joined have two holders.
        if !instances.isDisjoint(with: other.instances) { return true }
        return names.isDisjoint(with: other.names)
            && names.allSatisfy { renames[$0]?.isDisjoint(with: other.names) ?? true }
    }

    func isRival(of other: PeerIDUse) -> Bool {
        !rivals.isDisjoint(with: other.links) || !other.rivals.isDisjoint(with: links)
    }

    /// Whether it has addresses of one link alone, as an AWDL interface has, which has a host name of its own too.
    var isLinkLocal: Bool { addresses.allSatisfy { $0.isIPv6 && $0.isLinkLocal } }

    /// Uses by one host, which has one for each of its services and sessions, as one; at most ``maximumCompared``.
    static func ofHosts(_ uses: [PeerIDUse]) -> [PeerIDUse] {
        var hosts: [PeerIDUse] = []
        for use in uses {
            let known = hosts.firstIndex { $0.names == use.names && !$0.addresses.isDisjoint(with: use.addresses) }
            if let known {
                hosts[known].extend(to: use)
            } else if hosts.count < maximumCompared {
                hosts.append(use)
            }
        }
        return hosts
    }

    private mutating func extend(to other: PeerIDUse) {
        addresses.formUnion(other.addresses)
        links.formUnion(other.links)
        instances.formUnion(other.instances)
        rivals.formUnion(other.rivals)
        first = min(first, other.first)
        last = max(last, other.last)
        if let range = other.presence {
            presence =
                presence.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) } ?? range
        }
    }

    /// Whether both were there at one time.
    func overlaps(_ other: PeerIDUse) -> Bool { last > other.first.time && other.last > first.time }

    /// Whether one of the hosts was there while the other one used the peer ID: a device that is set up anew takes over the peer
    /// ID of another one after that is gone.
    func isPresent(with other: PeerIDUse) -> Bool {
        isPresent(duringUseOf: other) || other.isPresent(duringUseOf: self)
    }

    private func isPresent(duringUseOf other: PeerIDUse) -> Bool {
        guard let presence else { return false }
        let range = min(presence.lowerBound, first.time)...max(presence.upperBound, last)
        return range.overlaps(other.first.time...max(other.first.time, other.last))
    }
}

extension NamingStory {
    /// Host names that were given up for another one, and those that replaced them, each with the other.
    var renamedHostNames: [DNSName: Set<DNSName>] {
        var renames: [DNSName: Set<DNSName>] = [:]
        for link in hostLinks.links {
            let (old, new) = (tracker.hosts[link.from].name, tracker.hosts[link.to].name)
            renames[old, default: []].insert(new)
            renames[new, default: []].insert(old)
        }
        return renames
    }

    /// Who announced which peer ID in a TXT record, and who identified itself by it.
    ///
    /// - Parameter connections: In the order of the report's sessions.
    func peerIDUses(_ connections: [Connection]) -> [String: [PeerIDUse]] {
        announcedPeerIDs.merging(identifications(connections), uniquingKeysWith: +)
    }

    /// When each host announced names of its own.
    private var presences: [LinkAddress: ClosedRange<Int64>] {
        var presences: [LinkAddress: ClosedRange<Int64>] = [:]
        for host in tracker.hosts where host.isOwn {
            guard let link = host.sender.linkAddress, let first = host.firstAnnouncement?.time,
                let last = host.lastAnnouncement?.time
            else { continue }
            let known = presences[link] ?? first...first
            presences[link] = min(known.lowerBound, first)...max(known.upperBound, last)
        }
        return presences
    }

    private var announcedPeerIDs: [String: [PeerIDUse]] {
        var rivals: [LinkAddress: Set<LinkAddress>] = [:]
        for link in hostLinks.links {
            let (own, rival) = (tracker.hosts[link.to].sender, tracker.hosts[link.rival].sender)
            if let own = own.linkAddress, let rival = rival.linkAddress { rivals[own, default: []].insert(rival) }
        }
        for (new, link) in links.links {
            guard case .rival(let rival) = link.cause else { continue }
            for own in tracker.services[new].senders.compactMap(\.linkAddress) {
                rivals[own, default: []].formUnion(tracker.services[rival].senders.compactMap(\.linkAddress))
            }
        }
        var uses: [String: [PeerIDUse]] = [:]
        let presences = presences
        for (index, claim) in tracker.services.enumerated() {
            guard claim.firstAnnouncement != nil, let last = claim.lastAnnouncement, let host = claim.location?.target
            else { continue }
            // A value in an earlier record that the last one does not have is not an identity.
            guard let peerID = claim.text?.peerID, !peerID.isEmpty else { continue }
            let addresses = Set(tracker.addresses(of: claim))
            guard !addresses.isEmpty else { continue }
            let value = claim.text?.value(forKey: "peerID")
            let announced = claim.texts.first { $0.record.value(forKey: "peerID") == value }
            let links = Set(claim.senders.compactMap(\.linkAddress))
            var use = PeerIDUse(
                names: [host], addresses: addresses, links: links, instances: [claim.name.fullName],
                rivals: links.reduce(into: []) { $0.formUnion(rivals[$1] ?? []) },
                first: announced?.moment ?? claim.firstSeen, last: last.time, subject: .service(ids[index]))
            use.presence = links.lazy.compactMap { presences[$0] }.first
            uses[peerID, default: []].append(use)
        }
        return uses
    }

    private func identifications(_ connections: [Connection]) -> [String: [PeerIDUse]] {
        var names: [IPAddress: Set<DNSName>] = [:]
        for host in tracker.hosts where host.firstAnnouncement != nil && host.isOwn {
            for address in host.addresses { names[address, default: []].insert(host.name) }
        }
        var uses: [String: [PeerIDUse]] = [:]
        guard !names.isEmpty else { return uses }
        for (index, connection) in connections.enumerated() where connection.hasContent {
            for identity in NativeApplications.identities(in: connection) {
                let isInitiator = identity.side == .initiator
                let address = (isInitiator ? connection.initiatorEndpoint : connection.responderEndpoint).address
                guard let peerID = identity.peerID, !peerID.isEmpty, let own = names[address] else { continue }
                let side = connection.side(ofInitiator: isInitiator)
                uses[peerID, default: []].append(
                    PeerIDUse(
                        names: own, addresses: [address], links: side.linkAddress.map { [$0] } ?? [],
                        first: identity.moment, last: side.lastData, subject: .session(index + 1)))
            }
        }
        return uses
    }

    /// Peer IDs that several hosts have: they do not show who is one peer.
    func clonedPeerIDs(_ connections: [Connection]) -> Set<String> {
        let uses = peerIDUses(connections).filter { $0.value.count > 1 }
        guard !uses.isEmpty else { return [] }
        let renames = renamedHostNames
        return Set(
            uses.filter { _, uses in
                let compared = PeerIDUse.ofHosts(uses)
                return compared.contains { one in
                    compared.contains { other in
                        one.isOfAnotherHost(than: other, renames)
                            && ((one.overlaps(other) || one.isPresent(with: other))
                                && one.isLinkLocal == other.isLinkLocal
                                || one.isRival(of: other))
                    }
                }
            }.keys)
    }
}
