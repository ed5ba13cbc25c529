import DNSWire
import ServiceDiscovery
import TraceModel

/// Records whose TTL or cache-flush bit differs from RFC 6762 §10. A host does it with all its services, and gets one
/// finding.
enum RecordDeviationRule: FindingRule {
    private struct Deviation: Hashable {
        let code: String
        let host: ServiceTracker.ResponderKey
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var first: [Deviation: Int] = [:]
        var others: [Deviation: Int] = [:]
        var findings: [(deviation: Deviation, finding: Finding)] = []
        for (place, claim) in context.naming.tracker.services.enumerated() {
            for finding in self.findings(about: claim, place, context) {
                let deviation = Deviation(
                    code: finding.code.rawValue, host: ServiceTracker.ResponderKey(claim.mainSender))
                if first[deviation] == nil {
                    first[deviation] = place
                    findings.append((deviation, finding))
                } else {
                    others[deviation, default: 0] += 1
                }
            }
        }
        return findings.map { deviation, finding in
            guard let count = others[deviation] else { return finding }
            var finding = finding
            finding.message += " The same is true of \(count) more of its services."
            return finding
        }
    }

    private static func findings(about claim: ServiceClaim, _ place: Int, _ context: FindingContext) -> [Finding] {
        let label = Excerpt.quoted(claim.name.instanceText)
        var findings: [Finding] = []
        if let moment = claim.deviations.cacheFlushOnShared {
            findings.append(
                context.finding(
                    "cache-flush-on-shared-record", .warning, about: place, at: moment,
                    message:
                        "The PTR record of \(label) has the cache-flush bit: every other instance of "
                        + "\(claim.name.type) disappears from caches.",
                    remedy: "Set the bit only on unique records: SRV, TXT, A, AAAA.",
                    reference: "RFC 6762 §10.2"))
        }
        if let (type, moment) = claim.deviations.uniqueWithoutCacheFlush {
            findings.append(
                context.finding(
                    "cache-flush-missing", .note, about: place, at: moment,
                    message:
                        "The \(type) record of \(label) lacks the cache-flush bit: caches keep the old data beside the "
                        + "new.",
                    remedy: "Set the bit on SRV, TXT, A and AAAA records in multicast responses.",
                    reference: "RFC 6762 §10.2"))
        }
        if let (type, seconds, moment) = claim.deviations.unusualTimeToLive {
            findings.append(
                context.finding(
                    "ttl-unusual", .note, about: place, at: moment,
                    message:
                        "The \(type) record of \(label) has a TTL of \(seconds) s; 120 s (if it has a host name) and "
                        + "4500 s (others) are usual.",
                    remedy:
                        "Use the recommended TTLs. Shorter ones cause more traffic, longer ones leave stale services.",
                    reference: "RFC 6762 §10"))
        }
        return findings
    }
}
