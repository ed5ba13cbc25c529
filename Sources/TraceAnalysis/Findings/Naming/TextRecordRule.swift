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
                            "The TXT record of \(Excerpt.quoted(claim.name.instanceText)) (\(claim.name.type)): "
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
