import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// A host was given another name after a conflict (RFC 6762 §9).
enum HostRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        struct Rename: Hashable {
            let peer: String
            let from: DNSName
            let to: DNSName
        }
        let hosts = context.naming.tracker.hosts
        // Each interface of a host shows it.
        var reported: Set<Rename> = []
        return context.naming.hostLinks.links.compactMap { link in
            let (old, new, rival) = (hosts[link.from], hosts[link.to], hosts[link.rival])
            guard let peer = context.peer(of: new.sender),
                reported.insert(Rename(peer: peer.id, from: old.name, to: new.name)).inserted
            else { return nil }
            let rule = RenameStyle.words(link.family, isByKnownRule: link.isByKnownRule)
            return context.finding(
                "host-renamed", .warning, about: .peer(peer.id), at: [new.firstSeen],
                message:
                    "\(peer.addresses.first ?? peer.label) renamed its host "
                    + "\(Excerpt.quoted(old.name.presentation)) → "
                    + "\(Excerpt.quoted(new.name.presentation))\(rule), because \(context.label(of: rival.sender)) "
                    + "(\(rival.mainAddress)) has the first name.",
                facts: [
                    "from": old.name.presentation, "to": new.name.presentation,
                    "rule": RenameStyle.rule(link.family, isByKnownRule: link.isByKnownRule),
                    "rival": context.peer(of: rival.sender)?.id, "rivalAddress": rival.mainAddress,
                ],
                remedy: "Give each host a unique name. The names of its services do not change.",
                reference: "RFC 6762 §9")
        }
    }
}

/// Two hosts hold one host name, and neither gave it up (RFC 6762 §9).
enum HostNameConflictRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let hosts = naming.tracker.hosts
        var seen: Set<DNSName> = []
        return hosts.indices.compactMap { index -> Finding? in
            let first = hosts[index]
            guard let rival = naming.standingHostRival(of: index), seen.insert(first.name).inserted,
                let peer = context.peer(of: first.sender)
            else { return nil }
            let second = hosts[rival]
            let areApart = NetworksApart.holds(for: [first.addresses, second.addresses])
            let moment = max(first.firstAnnouncement ?? first.firstSeen, second.firstAnnouncement ?? second.firstSeen)
            return context.finding(
                "name-conflict", areApart ? .note : .error, about: .peer(peer.id), at: [moment],
                message:
                    "\(Excerpt.quoted(first.name.presentation)) is the name of two hosts, "
                    + "\(first.mainAddress) and \(second.mainAddress), and neither gave it up: connections to it "
                    + "reach one or the other" + (areApart ? NetworksApart.words : "") + ".",
                facts: [
                    "name": first.name.presentation,
                    "peers": [peer.id, context.peer(of: second.sender)?.id].compactMap(\.self),
                    "addresses": [first.mainAddress, second.mainAddress],
                ],
                remedy: areApart
                    ? NetworksApart.remedy
                    : "Give each host a unique name, and make sure that they receive each other's multicast.",
                reference: "RFC 6762 §9")
        }
    }
}
