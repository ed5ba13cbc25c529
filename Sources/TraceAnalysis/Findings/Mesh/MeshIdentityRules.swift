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

/// Several hosts use one peer ID, at the same time or one after the other.
enum SharedPeerIdentityRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let renames = context.naming.renamedHostNames
        return context.naming.peerIDUses(context.connections).sorted { $0.key < $1.key }
            .compactMap { finding($1, of: $0, renames, context) }
    }

    private static func finding(
        _ uses: [PeerIDUse], of peerID: String, _ renames: [DNSName: Set<DNSName>], _ context: FindingContext
    ) -> Finding? {
        let uses = uses.sorted { $0.first < $1.first }
        var owners: [PeerIDUse] = []
        for use in uses where owners.count < PeerIDUse.maximumCompared {
            if owners.allSatisfy({ $0.isOfAnotherHost(than: use, renames) }) { owners.append(use) }
        }
        guard owners.count > 1 else { return nil }
        let (first, other) = (owners[0], owners[1])
        // Who gives a name up for another is there at the same time.
        let areRivals = owners.indices.contains { one in owners[..<one].contains { $0.isRival(of: owners[one]) } }
        let isShared =
            areRivals
            || uses.contains { use in
                let isFirst =
                    !use.names.isDisjoint(with: first.names) || !use.addresses.isDisjoint(with: first.addresses)
                return isFirst && use.last > other.first.time && use.isOfAnotherHost(than: other, renames)
            }
        let time = context.axis.seconds(other.first.time)
        let name = Excerpt.quoted(peerID)
        guard isShared else {
            return context.finding(
                "peer-identity-changed", .warning, about: other.subject, at: [first.first, other.first], time: time,
                message: "The peer ID \(name) of \(first.label) was later used by \(other.label).",
                facts: ["peerID": peerID, "hosts": [first.label, other.label]],
                remedy: "Create a new peer ID for each installation, and exclude it from backups.")
        }
        let labels = owners.map { owner in
            let isAlone = owners.count { $0.label == owner.label } == 1
            return isAlone ? owner.label : owner.addresses.min().map { "\(owner.label) at \($0)" } ?? owner.label
        }
        return context.finding(
            "peer-identity-shared", .warning, about: other.subject, at: owners.map(\.first), time: time,
            message: "\(Excerpt.shortList(labels)) have the same peer ID, \(name), at the same time.",
            facts: ["peerID": peerID, "hosts": labels],
            remedy:
                "Create a new peer ID for each installation, and exclude it from backups and disk images: peers mistake "
                + "the \(owners.count == 2 ? "two" : "\(owners.count)") for one.")
    }
}
