import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// A host identified itself as one peer and later, in other sessions, as another one.
///
/// Several apps on one host are several peers. So only who goes by the same display name, and never again by the former peer
/// ID, has changed it.
enum HostIdentityRule: FindingRule {
    private struct Person: Hashable {
        let address: IPAddress
        let displayName: String
    }

    private struct Use {
        let peerID: String
        let moment: PacketMoment
        var end: Int64
        let sender: SessionEnd
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var uses: [Person: [Use]] = [:]
        for index in context.meshSessions {
            let identities = context.askEnds(of: index) { side, end in
                side.decoder.mesh.identity.map { (identity: $0, end: end) }
            }
            for (identity, end) in identities where !identity.displayName.isEmpty {
                let person = Person(address: context.address(of: end), displayName: identity.displayName)
                uses[person, default: []].append(
                    Use(
                        peerID: identity.peerID, moment: identity.moment, end: context.connections[index].end,
                        sender: end))
            }
        }
        let changes = uses.compactMap { change($1, of: $0) }.sorted { $0.new.moment < $1.new.moment }
        guard !changes.isEmpty else { return [] }
        let announced = announcedIDs(context)
        return changes.compactMap { change in
            let former = announced[change.former.peerID] ?? []
            // The service's TXT record agrees.
            guard former.isDisjoint(with: announced[change.new.peerID] ?? []) else { return nil }
            return finding(change, context)
        }
    }

    private typealias Change = (person: Person, former: Use, new: Use)

    private static func change(_ uses: [Use], of person: Person) -> Change? {
        let uses = uses.sorted { $0.moment < $1.moment }
        guard let index = uses.firstIndex(where: { $0.peerID != uses[0].peerID }) else { return nil }
        let (former, new) = (uses[0], uses[index])
        guard uses[..<index].allSatisfy({ $0.end < new.moment.time }),
            uses[index...].allSatisfy({ $0.peerID != former.peerID })
        else { return nil }
        return (person, former, new)
    }

    private static func finding(_ change: Change, _ context: FindingContext) -> Finding {
        let (person, former, new) = change
        let peer = context.endpoint(new.sender).peer
        return context.finding(
            "peer-identity-changed", .warning, about: peer.map { .peer($0) } ?? .capture,
            at: [former.moment, new.moment], time: context.axis.seconds(new.moment.time),
            message: "\(Excerpt.quoted(person.displayName)) at \(person.address) identified itself as "
                + "\(Excerpt.quoted(former.peerID)) and later as \(Excerpt.quoted(new.peerID)).",
            facts: [
                "displayName": person.displayName, "address": person.address, "formerPeerID": former.peerID,
                "peerID": new.peerID,
            ],
            remedy: "Keep the peer ID for the lifetime of an installation; other peers recognize it by that.")
    }

    /// The claims whose TXT record had each peer ID at any time.
    private static func announcedIDs(_ context: FindingContext) -> [String: Set<Int>] {
        var indices: [String: Set<Int>] = [:]
        for (index, claim) in context.naming.tracker.services.enumerated() {
            for peerID in claim.texts.compactMap(\.record.peerID) { indices[peerID, default: []].insert(index) }
        }
        return indices
    }
}

/// Two hosts use one peer ID, at the same time or one after the other.
///
/// A host has several addresses and interfaces, and may have another name on each. Two uses belong to two hosts only if
/// everything known about them differs: host names, addresses and link addresses; and neither host name was given up
/// for the other.
enum SharedPeerIdentityRule: FindingRule {
    private struct Use {
        var names: Set<DNSName>
        var addresses: Set<IPAddress>
        var links: Set<LinkAddress>
        let first: PacketMoment
        let last: Int64
        let subject: Finding.Subject

        var label: String {
            names.map { EventWords.host($0) }.min().map { Excerpt.cut($0) } ?? "a host"
        }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        let renames = renames(context)
        return uses(context).sorted { $0.key < $1.key }
            .compactMap { finding($1, of: $0, renames, context) }
    }

    private static func finding(
        _ uses: [Use], of peerID: String, _ renames: [DNSName: Set<DNSName>], _ context: FindingContext
    ) -> Finding? {
        let uses = uses.sorted { $0.first < $1.first }
        guard let first = uses.first, let other = uses.first(where: { areTwoHosts(first, $0, renames) }) else {
            return nil
        }
        let isShared = uses.contains { use in
            let isFirst = !use.names.isDisjoint(with: first.names) || !use.addresses.isDisjoint(with: first.addresses)
            return isFirst && use.last > other.first.time && areTwoHosts(use, other, renames)
        }
        let moments = [first.first, other.first]
        let time = context.axis.seconds(other.first.time)
        let name = Excerpt.quoted(peerID)
        let facts: FindingFacts = ["peerID": peerID, "hosts": [first.label, other.label]]
        guard isShared else {
            return context.finding(
                "peer-identity-changed", .warning, about: other.subject, at: moments, time: time,
                message: "The peer ID \(name) of \(first.label) was later used by \(other.label).",
                facts: facts, remedy: "Create a new peer ID for each installation, and exclude it from backups.")
        }
        return context.finding(
            "peer-identity-shared", .warning, about: other.subject, at: moments, time: time,
            message: "\(first.label) and \(other.label) have the same peer ID, \(name), at the same time.",
            facts: facts,
            remedy:
                "Create a new peer ID for each installation, and exclude it from backups: peers mistake the two for one."
        )
    }

    private static func areTwoHosts(_ one: Use, _ other: Use, _ renames: [DNSName: Set<DNSName>]) -> Bool {
        one.names.isDisjoint(with: other.names) && one.addresses.isDisjoint(with: other.addresses)
            && one.links.isDisjoint(with: other.links)
            && one.names.allSatisfy { renames[$0]?.isDisjoint(with: other.names) ?? true }
    }

    /// Host names that were given up for another one, and those that replaced them, each with the other.
    private static func renames(_ context: FindingContext) -> [DNSName: Set<DNSName>] {
        var renames: [DNSName: Set<DNSName>] = [:]
        for link in context.naming.hostLinks.links {
            let (old, new) = (context.naming.tracker.hosts[link.from].name, context.naming.tracker.hosts[link.to].name)
            renames[old, default: []].insert(new)
            renames[new, default: []].insert(old)
        }
        return renames
    }

    // MARK: - Who uses which peer ID

    private static func uses(_ context: FindingContext) -> [String: [Use]] {
        var uses: [String: [Use]] = [:]
        let tracker = context.naming.tracker
        for (index, claim) in tracker.services.enumerated() {
            guard claim.firstAnnouncement != nil, let last = claim.lastAnnouncement, let host = claim.location?.target
            else { continue }
            let addresses = Set(tracker.addresses(of: claim))
            guard !addresses.isEmpty else { continue }
            // A value in an earlier record that the last one does not have is not an identity.
            guard let peerID = claim.text?.peerID, !peerID.isEmpty else { continue }
            let value = claim.text?.value(forKey: "peerID")
            let announced = claim.texts.first { $0.record.value(forKey: "peerID") == value }
            uses[peerID, default: []].append(
                Use(
                    names: [host], addresses: addresses, links: Set(claim.senders.compactMap(\.linkAddress)),
                    first: announced?.moment ?? claim.firstSeen, last: last.time,
                    subject: .service(context.naming.ids[index])))
        }
        addIdentifications(context, to: &uses)
        return uses
    }

    private static func addIdentifications(_ context: FindingContext, to uses: inout [String: [Use]]) {
        guard !context.meshSessions.isEmpty else { return }
        var names: [IPAddress: Set<DNSName>] = [:]
        for host in context.naming.tracker.hosts where host.firstAnnouncement != nil && host.isOwn {
            for address in host.addresses { names[address, default: []].insert(host.name) }
        }
        guard !names.isEmpty else { return }
        for index in context.meshSessions {
            let subject = Finding.Subject.session(context.report.sessions[index].id)
            let identities = context.askEnds(of: index) { side, end -> (peerID: String, use: Use)? in
                let address = context.address(of: end)
                guard let identity = side.decoder.mesh.identity, !identity.peerID.isEmpty, let own = names[address]
                else { return nil }
                let use = Use(
                    names: own, addresses: [address], links: Set([side.linkAddress].compactMap(\.self)),
                    first: identity.moment, last: side.lastData, subject: subject)
                return (identity.peerID, use)
            }
            for (peerID, use) in identities { uses[peerID, default: []].append(use) }
        }
    }
}
