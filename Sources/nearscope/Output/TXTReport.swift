import ServiceDiscovery
import WireCoding

/// The facts about one TXT record.
struct TXTReport: Encodable {
    /// Which of the states of RFC 6763 §6.4 an entry has; the fourth is that the key is not there.
    enum State: String, Encodable {
        case noValue = "no-value"
        case empty
        case value
    }

    struct Entry: Encodable {
        /// Bytes that are not UTF-8 are U+FFFD.
        let key: String
        let keyHex: String
        let state: State
        /// Nil without a value, or if it is not UTF-8.
        let value: String?
        let valueHex: String?
        /// Without the length byte.
        let bytes: Int
        /// Whether receivers that keep to the rules find it.
        let isFound: Bool
    }

    struct Remark: Encodable {
        /// `must`, `should`, `recommendation`, or `information`.
        let severity: RuleSeverity
        /// The place in `entries`, from 0; nil for the whole record.
        let entry: Int?
        let offset: Int
        let message: String
        let reference: String
    }

    /// A size that RFC 6763 names.
    struct Mark: Encodable {
        let bytes: Int
        let isExceeded: Bool
    }

    /// The entries that libraries find for a key, if they differ.
    struct Lookup: Encodable {
        let key: String
        let found: [Found]

        struct Found: Encodable {
            let responder: ResponderFamily
            /// The entry as it is in the record, nil where none is found.
            let entry: String?
        }
    }

    var schema = "nearscope.txt/1"
    let entries: [Entry]
    let bytes: Int
    let marks: [Mark]
    let remarks: [Remark]
    let lookups: [Lookup]
    let rdata: String

    /// Whether a rule is broken that leaves no choice.
    var isBroken: Bool { remarks.contains { $0.severity == .must } }

    init(_ record: TXTRecord) {
        let all = record.entries
        let remarks = record.remarks
        let ignored = Self.ignoredEntries(all)
        entries = all.enumerated().map { index, entry in
            Entry(
                key: entry.keyText, keyHex: Hex.encode(entry.key),
                state: entry.value.map { $0.isEmpty ? .empty : .value } ?? .noValue, value: entry.valueText,
                valueHex: entry.value.map(Hex.encode), bytes: entry.length, isFound: !ignored.contains(index))
        }
        bytes = record.rdata.count
        marks = TXTRecordRemark.SizeMark.allCases.filter { $0 != .record }.map {
            Mark(bytes: $0.rawValue, isExceeded: record.rdata.count > $0.rawValue)
        }
        self.remarks = remarks.map {
            Remark(
                severity: $0.severity, entry: $0.entry, offset: $0.offset, message: $0.description,
                reference: $0.reference)
        }
        lookups = Self.lookups(record, all)
        rdata = Hex.encode(record.rdata)
    }

    /// Entries without a key, and those whose key was there before.
    private static func ignoredEntries(_ entries: [TXTRecord.Entry]) -> Set<Int> {
        var keys: Set<[UInt8]> = []
        return Set(
            entries.indices.filter { index in
                entries[index].key.isEmpty || !keys.insert(folded(entries[index].key)).inserted
            })
    }

    private static func folded(_ key: [UInt8]) -> [UInt8] {
        key.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    /// The most keys whose lookups are compared: each is a walk through the record.
    private static let maximumLookups = 64

    /// Every spelling of a key for which the libraries do not all find the same entry.
    private static func lookups(_ record: TXTRecord, _ entries: [TXTRecord.Entry]) -> [Lookup] {
        var counts: [[UInt8]: Int] = [:]
        for entry in entries { counts[folded(entry.key), default: 0] += 1 }
        var seen: Set<[UInt8]> = []
        let keys = entries.map(\.key).filter { key in
            (key.isEmpty || counts[folded(key), default: 0] > 1) && seen.insert(key).inserted
        }
        return keys.prefix(maximumLookups).compactMap { bytes in
            let key = String(decoding: bytes, as: UTF8.self)
            let found = ResponderFamily.allCases.map { record.entry(forKey: key, foundBy: $0) }
            guard Set(found).count > 1 else { return nil }
            return Lookup(
                key: key,
                found: zip(ResponderFamily.allCases, found).map { family, entry in
                    Lookup.Found(responder: family, entry: entry.map { String(decoding: $0.bytes, as: UTF8.self) })
                })
        }
    }
}
