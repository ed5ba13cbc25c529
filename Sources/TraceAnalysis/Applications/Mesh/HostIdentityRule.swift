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
            for (identity, end) in context.frames(of: index, { ($0.mesh.identity, $1) }) {
                guard let identity, !identity.displayName.isEmpty else { continue }
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
