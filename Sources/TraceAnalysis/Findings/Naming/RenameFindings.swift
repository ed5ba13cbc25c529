import DNSWire
import ServiceDiscovery
import WireCoding

/// A service was given another name after a conflict (RFC 6762 §9).
enum ServiceRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        return naming.links.links.sorted { $0.key < $1.key }.map { place, link in
            let (old, new) = (claims[link.from], claims[place])
            let names =
                "\(FindingContext.quoted(old.name.instanceText)) → \(FindingContext.quoted(new.name.instanceText))"
            let rule = link.family.map { "by the rule of \($0.softwareName)" } ?? "by no rule that is known"
            let cause: String
            switch link.cause {
            case .rival(let rival):
                cause = "because \(context.holder(claims[rival])) was there with that name"
            case .computerName(let example):
                cause =
                    "together with its \(claims[example].name.type): it bears the computer's name, which was counted up"
            }
            return context.finding(
                "service-renamed", .warning, about: place, at: new.firstSeen,
                message: "\(context.label(of: new)) renamed its \(new.name.type) \(names) \(rule), \(cause).",
                remedy:
                    "Register a name that no other host uses, or tell apart by the TXT record rather than by the name.",
                reference: "RFC 6762 §9, RFC 6763 Appendix D")
        }
    }
}

/// A host was given another name after a conflict (RFC 6762 §9).
enum HostRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let links = Dictionary(
            context.naming.hostLinks.links.map { ("\($0.to.firstSeen.frame) \($0.from.name.presentation)", $0) }
        ) { first, _ in first }
        return context.report.peers.flatMap { peer in
            peer.hostRenames.map { rename in
                let link = links["\(rename.frame) \(rename.from)"]
                let rule = link?.family.map { " by the rule of \($0.softwareName)" } ?? ""
                let rival = link.map { context.label(of: $0.rival.sender) } ?? "another host"
                let address = link.map { " (\($0.rival.sender.address))" } ?? ""
                return Finding(
                    code: .init(rawValue: "host-renamed"), severity: .warning, time: rename.time,
                    frames: [rename.frame],
                    subject: .peer(peer.id),
                    message:
                        "\(peer.addresses.first ?? peer.label) renamed its host \(FindingContext.quoted(rename.from)) → "
                        + "\(FindingContext.quoted(rename.to))\(rule), because \(rival)\(address) has the first name.",
                    remedy: "Give each host a name of its own; the names of its services stay as they are.",
                    reference: "RFC 6762 §9")
            }
        }
    }
}

/// Two hosts hold one host name, and neither gave it up (RFC 6762 §9).
enum HostNameConflictRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let tracker = context.naming.tracker
        let givenUp = Set(context.naming.hostLinks.links.map { Key($0.from) })
        let peers = Dictionary(
            context.report.peers.flatMap { peer in peer.addresses.map { ($0, peer.id) } },
            uniquingKeysWith: { first, _ in first })
        var seen: Set<DNSName> = []
        return tracker.hosts.compactMap { host -> Finding? in
            guard seen.insert(host.name).inserted else { return nil }
            let holders = tracker.hostClaims(to: host.name).map { tracker.hosts[$0] }.filter {
                $0.isOwn && $0.firstAnnounced != nil && !givenUp.contains(Key($0))
            }
            guard let first = holders.first, let peer = peers[first.sender.address.description],
                let second = holders.first(where: { other in
                    // The interfaces of one host have one name and different addresses.
                    peers[other.sender.address.description].map { $0 != peer } ?? false
                        && other.addresses.allSatisfy { !first.addresses.contains($0) }
                        && first.lastSeen > other.firstSeen
                })
            else { return nil }
            let moment = second.firstAnnounced ?? second.firstSeen
            return Finding(
                code: .init(rawValue: "name-conflict"), severity: .error, time: context.axis.seconds(moment.time),
                frames: [moment.frame], subject: .peer(peer),
                message:
                    "\(FindingContext.quoted(host.name.presentation)) is the name of two hosts, "
                    + "\(address(of: first)) and \(address(of: second)), and neither gave it up: connections to it "
                    + "reach the one or the other.",
                remedy: "Give each host a name of its own, and let them hear each other's multicast.",
                reference: "RFC 6762 §9")
        }
    }

    /// People know the IPv4 address of a host that has both.
    private static func address(of host: HostClaim) -> IPAddress {
        host.addresses.first { !$0.isIPv6 } ?? host.sender.address
    }

    private struct Key: Hashable {
        let name: DNSName
        let sender: ServiceSender

        init(_ host: HostClaim) {
            name = host.name
            sender = host.sender
        }
    }
}
