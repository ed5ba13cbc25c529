import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// A host was given another name after a conflict (RFC 6762 §9).
enum HostRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let hosts = context.naming.tracker.hosts
        let links = Dictionary(
            context.naming.hostLinks.links.map {
                ("\(hosts[$0.to].firstSeen.frame) \(hosts[$0.from].name.presentation)", $0)
            }
        ) { first, _ in first }
        return context.report.peers.flatMap { peer in
            peer.hostRenames.map { rename in
                let link = links["\(rename.frame) \(rename.from)"]
                let rule = link?.family.map { " by the rule of \($0.softwareName)" } ?? ""
                let rival = link.map { context.label(of: hosts[$0.rival].sender) } ?? "another host"
                let address = link.map { " (\(hosts[$0.rival].mainAddress))" } ?? ""
                return Finding(
                    code: .init(rawValue: "host-renamed"), severity: .warning, time: rename.time,
                    frames: [rename.frame],
                    subject: .peer(peer.id),
                    message:
                        "\(peer.addresses.first ?? peer.label) renamed its host \(Excerpt.quoted(rename.from)) → "
                        + "\(Excerpt.quoted(rename.to))\(rule), because \(rival)\(address) has the first name.",
                    remedy: "Give each host a unique name. The names of its services do not change.",
                    reference: "RFC 6762 §9")
            }
        }
    }
}

/// Two hosts hold one host name, and neither gave it up (RFC 6762 §9).
enum HostNameConflictRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let hosts = naming.tracker.hosts
        var seen: Set<DNSName> = []
        return hosts.indices.compactMap { place -> Finding? in
            let first = hosts[place]
            guard let rival = naming.standingHostRival(of: place), seen.insert(first.name).inserted,
                let peer = context.peer(of: first.sender)
            else { return nil }
            let second = hosts[rival]
            let moment = max(first.firstAnnounced ?? first.firstSeen, second.firstAnnounced ?? second.firstSeen)
            return Finding(
                code: .init(rawValue: "name-conflict"), severity: .error, time: context.axis.seconds(moment.time),
                frames: [moment.frame], subject: .peer(peer),
                message:
                    "\(Excerpt.quoted(first.name.presentation)) is the name of two hosts, "
                    + "\(first.mainAddress) and \(second.mainAddress), and neither gave it up: connections to it "
                    + "reach one or the other.",
                remedy: "Give each host a unique name, and make sure that they receive each other's multicast.",
                reference: "RFC 6762 §9")
        }
    }
}
