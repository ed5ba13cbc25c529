import DNSWire
import ServiceDiscovery
import TraceModel

/// A host announced services without having probed for their names: what another host has under the same name is neither
/// noticed nor kept (RFC 6762 §8.1).
enum ProbeMissingRule: FindingRule {
    /// Probing takes less, with the slowest responder that is known three seconds: what came sooner after the start of the
    /// capture may have been probed for before it.
    static let leadTime: Int64 = 5_000_000_000
    /// A host that comes up announces at least twice, a second apart (RFC 6762 §8.3). A single message without a question is
    /// a repetition, or the answer to a question that was not captured.
    private static let seriesTime: Int64 = 5_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        let claims = context.naming.tracker.services
        var hosts: [ServiceTracker.ResponderKey] = []
        var services: [ServiceTracker.ResponderKey: [Int]] = [:]
        for (index, claim) in claims.enumerated() where wasNotProbed(claim, context) {
            let host = ServiceTracker.ResponderKey(claim.mainSender)
            if services[host] == nil { hosts.append(host) }
            services[host, default: []].append(index)
        }
        return hosts.compactMap { host in
            guard let all = services[host], let first = all.first, let start = claims[first].firstAnnouncement else {
                return nil
            }
            let rest = all.count == 1 ? "" : " The same is true of \(all.count - 1) more of its services."
            return context.finding(
                "probe-missing", .note, about: first, at: start,
                message:
                    "\(context.label(of: claims[first])) announced \(claims[first].quotedName) "
                    + "(\(claims[first].name.type)) without probing for the name.\(rest)",
                facts: ["services": all.map { context.naming.ids[$0] }],
                remedy:
                    "Probe three times, 250 ms apart, before the first announcement. Otherwise two devices can take the "
                    + "same name.",
                reference: "RFC 6762 §8.1")
        }
    }

    private static func wasNotProbed(_ claim: ServiceClaim, _ context: FindingContext) -> Bool {
        guard !claim.wasProbed, claim.startsUnasked, !claim.isOnlyInActionFrames, let start = claim.firstAnnouncement,
            start == claim.firstSeen, start.time - context.axis.origin > leadTime,
            let interval = claim.timing.announcementIntervals.first, interval <= seriesTime,
            !context.naming.tracker.hearsay.mentions(claim.name.fullName, on: claim.links, context.naming.tracker.links)
        else { return false }
        // A host that joins two links repeats what others have probed for there.
        return context.naming.tracker.hosts(of: claim).contains { $0.isOwn }
    }
}
