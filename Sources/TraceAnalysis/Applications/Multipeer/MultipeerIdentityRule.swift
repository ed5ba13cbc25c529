import MultipeerWire
import TraceModel

/// One device has had several peer numbers: its app made a new `MCPeerID`, or it has several apps.
enum MultipeerIdentityRule: FindingRule {
    /// Changes of one device that are listed.
    private static let maximumChanges = 8

    private struct Use {
        let identity: InvitationStory.Identity
        let address: String
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var uses: [String: [Use]] = [:]
        for (index, session) in context.report.sessions.enumerated() {
            guard let story = context.invitations(ofSession: index) else { continue }
            for (end, place) in [(story.ends.initiator, session.initiator), (story.ends.responder, session.responder)] {
                guard let identity = end.identity, let peer = place.peer else { continue }
                uses[peer, default: []].append(Use(identity: identity, address: place.address))
            }
        }
        return uses.flatMap { changes(of: $0, $1, context) }.sorted {
            ($0.frames[0], $0.message) < ($1.frames[0], $1.message)
        }
    }

    /// Each number that is new, but the first one.
    private static func changes(of peer: String, _ uses: [Use], _ context: FindingContext) -> [Finding] {
        var known: Set<UInt64> = []
        var former: Use?
        var findings: [Finding] = []
        for use in uses.sorted(by: { $0.identity.moment < $1.identity.moment }) {
            defer { former = use }
            guard known.insert(use.identity.peer.number).inserted, let former, findings.count < maximumChanges else {
                continue
            }
            findings.append(finding(peer, former, use, context))
        }
        return findings
    }

    private static func finding(_ peer: String, _ former: Use, _ new: Use, _ context: FindingContext) -> Finding {
        let (old, now) = (former.identity.peer, new.identity.peer)
        let isSameName = old.nameBytes == now.nameBytes
        return context.finding(
            "peer-identity-changed", .warning, about: .peer(peer), at: [former.identity.moment, new.identity.moment],
            time: context.axis.seconds(new.identity.moment.time),
            message: "\(new.address) was the peer \(old.instanceName), \(context.name(of: old)), and is now "
                + "\(now.instanceName), \(context.name(of: now)); probably "
                + (isSameName ? "its app made a new MCPeerID." : "another app, or one that made a new MCPeerID."),
            facts: [
                "displayName": now.displayName, "address": new.address, "formerPeerID": old.instanceName,
                "peerID": now.instanceName,
            ],
            remedy:
                "Archive the MCPeerID and use it again as long as the display name is the same; to others a new one "
                + "is another peer.",
            reference: "Apple: MCPeerID, Discussion")
    }
}
