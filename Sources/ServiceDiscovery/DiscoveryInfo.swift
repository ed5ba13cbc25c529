/// The text that an app publishes about itself while it advertises with Apple's MultipeerConnectivity: values under
/// keys, in the service's TXT record.
///
/// Each `key=value` has at most 255 bytes of UTF-8, and keys have no `=` (documentation of `MCNearbyServiceAdvertiser`).
/// The record makes further rules for keys (RFC 6763 §6.4): printable ASCII, and letters in any case are the same.
public struct DiscoveryInfo: Hashable, Sendable {
    /// The values under their keys, all of which fit a TXT record.
    public let values: [String: String]

    /// The bytes of all keys and values together that fit one Bluetooth packet, by Apple's documentation.
    public static let recommendedSize = 400

    /// - Throws: The first of ``violations(in:)``.
    public init(_ values: [String: String]) throws(DiscoveryInfoViolation) {
        if let violation = Self.violations(in: values).first { throw violation }
        self.values = values
    }

    /// Converts a record to a dictionary of text, and reports what it cannot convert, in the order of the record.
    public static func read(_ record: TXTRecord) -> (info: DiscoveryInfo, losses: [DiscoveryInfoLoss]) {
        var values: [String: String] = [:]
        var losses: [DiscoveryInfoLoss] = []
        var keys: Set<[UInt8]> = []
        for (index, entry) in record.entries.enumerated() {
            let lose = { DiscoveryInfoLoss(entry: index, key: entry.key, reason: $0) }
            if entry.violation != nil {
                losses.append(lose(.invalidKey))
            } else if !keys.insert(entry.key.map(LabelBytes.folded)).inserted {
                losses.append(lose(.repeatedKey))
            } else if entry.value == nil {
                losses.append(lose(.noValue))
            } else if let text = entry.valueText {
                values[entry.keyText] = text
            } else {
                losses.append(lose(.binaryValue))
            }
        }
        return (DiscoveryInfo(checked: values), losses)
    }

    private init(checked values: [String: String]) { self.values = values }
}

extension DiscoveryInfo {
    /// The bytes of all keys and values together, to be compared with ``recommendedSize``.
    public var size: Int { values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }

    /// The record to advertise: the same values give the same bytes, their keys in ascending order.
    public var record: TXTRecord {
        TXTRecord(observed: TXTRecord.rdata(of: Self.entries(of: values)))
    }

    /// All rules that a dictionary breaks, by key in ascending order.
    public static func violations(in values: [String: String]) -> [DiscoveryInfoViolation] {
        var violations: [DiscoveryInfoViolation] = []
        var spellings: [[UInt8]: String] = [:]
        let entries = entries(of: values)
        for entry in entries {
            let key = entry.keyText
            if let rule = entry.violation { violations.append(.pair(key: key, rule)) }
            if let other = spellings.updateValue(key, forKey: entry.key.map(LabelBytes.folded)) {
                violations.append(.sameKey(key, as: other))
            }
        }
        let length = entries.reduce(0) { $0 + $1.length + 1 }
        if length > TXTRecord.maximumLength { violations.append(.recordTooLong(length: length)) }
        return violations
    }

    /// Strings that are equal in Unicode but not in bytes cannot both be keys of a dictionary, so that this order is
    /// one order.
    private static func entries(of values: [String: String]) -> [TXTRecord.Entry] {
        values.map { TXTRecord.Entry(uncheckedKey: Array($0.key.utf8), value: Array($0.value.utf8)) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
}

extension DiscoveryInfo: CustomStringConvertible {
    /// As Swift writes a dictionary, keys in ascending order.
    public var description: String {
        let pairs = Self.entries(of: values).map {
            "\($0.keyText.debugDescription): \(($0.valueText ?? "").debugDescription)"
        }
        return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
    }
}
