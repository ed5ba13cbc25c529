import DNSWire
import TraceModel
import WireCoding

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
