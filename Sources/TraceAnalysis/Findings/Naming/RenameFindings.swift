import DNSWire
import ServiceDiscovery

/// A service was given another name after a conflict (RFC 6762 §9).
enum ServiceRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let naming = context.naming
        let claims = naming.tracker.services
        return naming.links.links.sorted { $0.key < $1.key }.map { place, link in
            let (old, new) = (claims[link.from], claims[place])
            let names =
                "\(FindingContext.quoted(old.name.instanceText)) → \(FindingContext.quoted(new.name.instanceText))"
            let rule = link.family.map { "by the rule of \($0.displayName)" } ?? "by no rule that is known"
            let cause: String
            switch link.cause {
            case .rival(let rival):
                let port = claims[rival].location.map { " (port \($0.port))" } ?? ""
                cause = "because \(context.label(of: claims[rival]))\(port) was there with that name"
            case .computerName(let example):
                cause =
                    "together with its \(claims[example].name.type): it bears the computer's name, which was counted up"
            }
            return Finding(
                code: .init(rawValue: "service-renamed"), severity: .warning,
                time: context.axis.seconds(new.firstSeen.time), frames: [new.firstSeen.frame],
                subject: .service(naming.ids[place]),
                message: "\(context.label(of: new)) renamed its \(new.name.type) \(names) \(rule), \(cause).",
                remedy:
                    "Register a name that no other host uses, or tell apart by the TXT record rather than by the name.",
                reference: "RFC 6762 §9, RFC 6763 §D")
        }
    }
}

/// A host was given another name after a conflict (RFC 6762 §9).
enum HostRenamedRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.report.peers.flatMap { peer in
            peer.hostRenames.map { rename in
                let style = rename.style.flatMap { ResponderFamily(rawValue: $0) }
                let rule = style.map { " by the rule of \($0.displayName)" } ?? ""
                return Finding(
                    code: .init(rawValue: "host-renamed"), severity: .warning, time: rename.time,
                    frames: [rename.frame],
                    subject: .peer(peer.id),
                    message:
                        "A host renamed itself \(FindingContext.quoted(rename.from)) → \(FindingContext.quoted(rename.to))"
                        + "\(rule), because another host has the first name; the names of its services stay.",
                    remedy: "Give each host a name of its own.", reference: "RFC 6762 §9")
            }
        }
    }
}
