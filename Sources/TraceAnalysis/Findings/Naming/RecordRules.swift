import ServiceDiscovery
import TraceModel

/// TXT records that break the rules for attributes, or are too large to be found quickly (RFC 6763 §6).
enum TextRecordRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.naming.tracker.services.enumerated().flatMap { index, claim in
            var codes: Set<String> = []
            return claim.texts.flatMap { text, moment in
                text.remarks.compactMap { remark -> Finding? in
                    guard let kind = kind(remark), codes.insert(kind.code).inserted else { return nil }
                    return context.finding(
                        kind.code, kind.severity, about: index, at: moment,
                        message:
                            "The TXT record of \(claim.quotedName) (\(claim.name.type)): "
                            + "\(remark)\(entry(of: remark, in: text)).",
                        facts: facts(of: remark, in: text), remedy: kind.remedy, reference: remark.reference)
                }
            }
        }
    }

    private static func facts(of remark: TXTRecordRemark, in text: TXTRecord) -> FindingFacts {
        let (length, limit): (Int?, Int?) =
            switch remark.kind {
            case .stringCutOff(let needed, let available): (needed, available)
            case .entryBeyondAppleLimit(let length): (length, 254)
            case .size(let length, let mark): (length, mark.rawValue)
            default: (nil, nil)
            }
        return [
            "entry": remark.entry.map { $0 + 1 },
            "key": remark.entry.flatMap { text.entries.indices.contains($0) ? text.entries[$0].keyText : nil },
            "length": length, "limit": limit,
        ]
    }

    /// The entry that a remark is about.
    private static func entry(of remark: TXTRecordRemark, in text: TXTRecord) -> String {
        guard let index = remark.entry, text.entries.indices.contains(index) else { return "" }
        let entry = text.entries[index]
        let shown = String(decoding: entry.bytes.prefix(64), as: UTF8.self)
        return ", entry \(index + 1): \(Excerpt.quoted(shown))"
    }

    private static func kind(_ remark: TXTRecordRemark) -> (code: String, severity: Finding.Severity, remedy: String)? {
        switch remark.kind {
        case .emptyKey: ("txt-key-missing", .warning, "Write key=value. Receivers ignore an entry that begins with =.")
        case .invalidKeyCharacter:
            (
                "txt-key-not-ascii", .warning,
                "Use only printable ASCII without = in keys, and put other text into the value."
            )
        case .repeatedKey:
            (
                "txt-key-duplicate", .warning,
                "Write each key once. Receivers use the first one, and differ on the others."
            )
        case .noData: ("txt-record-empty", .note, "If there are no attributes, send a single zero byte.")
        case .stringCutOff:
            ("txt-entry-too-long", .error, "Each length byte must equal the length of its string, at most 255.")
        case .entryBeyondAppleLimit:
            ("txt-entry-too-long", .note, "Limit entries to 254 bytes, which all libraries can write.")
        case .size(_, let mark) where mark.rawValue >= TXTRecordRemark.SizeMark.frame.rawValue:
            (
                "txt-record-too-large", .warning,
                "Keep the record below 400 bytes, and exchange the rest over a connection."
            )
        case .emptyString, .longKey, .binaryValue, .size: nil
        }
    }
}

/// Records whose TTL or cache-flush bit differs from RFC 6762 §10. A host does it with all its services, and gets one
/// finding.
enum RecordDeviationRule: FindingRule {
    private struct Deviation: Hashable {
        let code: String
        let host: ServiceTracker.ResponderKey
    }

    static func findings(in context: FindingContext) -> [Finding] {
        var counts: [Deviation: Int] = [:]
        var findings: [(deviation: Deviation, finding: Finding)] = []
        for (index, claim) in context.naming.tracker.services.enumerated() {
            for finding in self.findings(about: claim, index, context) {
                let deviation = Deviation(
                    code: finding.code.rawValue, host: ServiceTracker.ResponderKey(claim.mainSender))
                if counts[deviation] == nil { findings.append((deviation, finding)) }
                counts[deviation, default: 0] += 1
            }
        }
        return findings.map { deviation, finding in
            guard let all = counts[deviation], all > 1 else { return finding }
            let count = all - 1
            var finding = finding
            finding.facts.set("otherServices", to: count.fact)
            finding.message += " The same is true of \(count) more of its services."
            return finding
        }
    }

    private static func findings(about claim: ServiceClaim, _ index: Int, _ context: FindingContext) -> [Finding] {
        let (label, deviations) = (claim.quotedName, claim.deviations)
        let findings = [
            deviations.cacheFlushOnShared.map { moment in
                context.finding(
                    "cache-flush-on-shared-record", .warning, about: index, at: moment,
                    message: "The PTR record of \(label) has the cache-flush bit: every other instance of "
                        + "\(claim.name.type) disappears from caches.",
                    facts: ["type": claim.name.type],
                    remedy: "Set the bit only on unique records: SRV, TXT, A, AAAA.", reference: "RFC 6762 §10.2")
            },
            deviations.uniqueWithoutCacheFlush.map { type, moment in
                context.finding(
                    "cache-flush-missing", .note, about: index, at: moment,
                    message: "The \(type) record of \(label) lacks the cache-flush bit: caches keep the old data "
                        + "beside the new.",
                    facts: ["record": type],
                    remedy: "Set the bit on SRV, TXT, A and AAAA records in multicast responses.",
                    reference: "RFC 6762 §10.2")
            },
            deviations.unusualTimeToLive.map { type, seconds, moment in
                context.finding(
                    "ttl-unusual", .note, about: index, at: moment,
                    message: "The \(type) record of \(label) has a TTL of \(seconds) s; 120 s (if it has a host name) "
                        + "and 4500 s (others) are usual.",
                    facts: ["record": type, "timeToLive": Int(seconds), "usual": [120, 4500]],
                    remedy:
                        "Use the recommended TTLs. Shorter ones cause more traffic, longer ones leave stale services.",
                    reference: "RFC 6762 §10")
            },
        ]
        return findings.compactMap(\.self)
    }
}

/// A service's TXT record came to name another peer.
enum PeerIdentityRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.naming.tracker.services.enumerated().compactMap { index, claim in
            let identities = claim.texts.compactMap { text, moment in
                text.peerID.map { (text: $0, moment: moment) }
            }
            guard let first = identities.first, let other = identities.first(where: { $0.text != first.text }) else {
                return nil
            }
            return context.finding(
                "peer-identity-changed", .warning, about: index, at: other.moment,
                message:
                    "The peerID of \(claim.quotedName) changed from "
                    + "\(Excerpt.quoted(first.text)) to \(Excerpt.quoted(other.text)).",
                facts: ["formerPeerID": first.text, "peerID": other.text],
                remedy: "Keep the peer ID for the lifetime of an installation; other peers recognize it by that.",
                reference: "Docs/formats.md, TXT attributes")
        }
    }
}
