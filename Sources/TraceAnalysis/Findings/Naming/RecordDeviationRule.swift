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
        for (index, claim) in context.naming.tracker.services.enumerated() {
            for finding in self.findings(about: claim, index, context) {
                let deviation = Deviation(
                    code: finding.code.rawValue, host: ServiceTracker.ResponderKey(claim.mainSender))
                if first[deviation] == nil {
                    first[deviation] = index
                    findings.append((deviation, finding))
                } else {
                    others[deviation, default: 0] += 1
                }
            }
        }
        return findings.map { deviation, finding in
            guard let count = others[deviation] else { return finding }
            var finding = finding
            finding.facts.set("otherServices", to: count.fact)
            finding.message += " The same is true of \(count) more of its services."
            return finding
        }
    }

    private static func findings(about claim: ServiceClaim, _ index: Int, _ context: FindingContext) -> [Finding] {
        let label = Excerpt.quoted(claim.name.instanceText)
        var findings: [Finding] = []
        if let moment = claim.deviations.cacheFlushOnShared {
            findings.append(
                context.finding(
                    "cache-flush-on-shared-record", .warning, about: index, at: moment,
                    message:
                        "The PTR record of \(label) has the cache-flush bit: every other instance of "
                        + "\(claim.name.type) disappears from caches.",
                    facts: ["type": claim.name.type],
                    remedy: "Set the bit only on unique records: SRV, TXT, A, AAAA.",
                    reference: "RFC 6762 §10.2"))
        }
        if let (type, moment) = claim.deviations.uniqueWithoutCacheFlush {
            findings.append(
                context.finding(
                    "cache-flush-missing", .note, about: index, at: moment,
                    message:
                        "The \(type) record of \(label) lacks the cache-flush bit: caches keep the old data beside the "
                        + "new.",
                    facts: ["record": type],
                    remedy: "Set the bit on SRV, TXT, A and AAAA records in multicast responses.",
                    reference: "RFC 6762 §10.2"))
        }
        if let (type, seconds, moment) = claim.deviations.unusualTimeToLive {
            findings.append(
                context.finding(
                    "ttl-unusual", .note, about: index, at: moment,
                    message:
                        "The \(type) record of \(label) has a TTL of \(seconds) s; 120 s (if it has a host name) and "
                        + "4500 s (others) are usual.",
                    facts: ["record": type, "timeToLive": Int(seconds), "usual": [120, 4500]],
                    remedy:
                        "Use the recommended TTLs. Shorter ones cause more traffic, longer ones leave stale services.",
                    reference: "RFC 6762 §10"))
        }
        return findings
    }
}
