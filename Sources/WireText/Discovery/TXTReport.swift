import ServiceDiscovery
import WireCoding

/// The facts about one TXT record.
public struct TXTReport {
    /// The entries that libraries find for a key, if they differ.
    private struct Lookup {
        let key: String
        /// The entry as it is in the record, nil where none is found.
        let found: [(responder: ResponderFamily, entry: String?)]
    }

    private let record: TXTRecord
    private let entries: [TXTRecord.Entry]
    private let remarks: [TXTRecordRemark]
    /// Entries that receivers which keep to the rules do not find.
    private let ignored: Set<Int>
    private let lookups: [Lookup]

    /// Sizes that RFC 6763 names.
    private static let marks = TXTRecordRemark.SizeMark.allCases.filter { $0 != .record }

    /// Whether a rule is broken that leaves no choice.
    public var isBroken: Bool { remarks.contains { $0.severity == .must } }

    /// The report of a record.
    public init(_ record: TXTRecord) {
        self.record = record
        entries = record.entries
        remarks = record.remarks
        ignored = Self.ignoredEntries(entries)
        lookups = Self.lookups(record, entries)
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
            let found = ResponderFamily.measured.map { record.entry(forKey: key, foundBy: $0) }
            guard Set(found).count > 1 else { return nil }
            let texts = found.map { $0.map { String(decoding: $0.bytes, as: UTF8.self) } }
            return Lookup(
                key: key,
                found: zip(ResponderFamily.measured, texts).map { (responder: $0, entry: $1) })
        }
    }
}

extension TXTReport {
    /// For programs.
    public var value: FieldValue {
        [
            "schema": .text("nearscope.txt/1"),
            "entries": .list(entries.enumerated().map { value(of: $1, isFound: !ignored.contains($0)) }),
            "bytes": .count(record.rdata.count),
            "marks": .list(
                Self.marks.map {
                    ["bytes": .count($0.rawValue), "isExceeded": .boolean(record.rdata.count > $0.rawValue)]
                }),
            "remarks": .list(
                remarks.map {
                    [
                        "severity": .text($0.severity.rawValue), "entry": $0.entry.map { .count($0) } ?? .null,
                        "offset": .count($0.offset), "message": .text($0.description), "reference": .text($0.reference),
                    ]
                }),
            "lookups": .list(
                lookups.map { lookup in
                    let found = lookup.found.map { found -> FieldValue in
                        ["responder": .text(found.responder.rawValue), "entry": .optional(found.entry)]
                    }
                    return ["key": .text(lookup.key), "found": .list(found)]
                }),
            "rdata": .hex(record.rdata),
        ]
    }

    /// Bytes that are not UTF-8 are U+FFFD in `key`; a value that is not is null. `state` is one of RFC 6763 §6.4, of which
    /// the fourth is that the key is not there.
    private func value(of entry: TXTRecord.Entry, isFound: Bool) -> FieldValue {
        [
            "key": .text(entry.keyText), "keyHex": .hex(entry.key),
            "state": .text(entry.value.map { $0.isEmpty ? "empty" : "value" } ?? "no-value"),
            "value": .optional(entry.valueText), "valueHex": entry.value.map { .hex($0) } ?? .null,
            "bytes": .count(entry.length), "isFound": .boolean(isFound),
        ]
    }
}

extension TXTReport {
    /// For people.
    ///
    /// - Parameter width: Columns of the terminal.
    public func text(width: Int = 80) -> String {
        var text = entries.isEmpty ? "No attributes.\n" : table(width: width)
        text += "\n\(NameText.count(record.rdata.count, "byte")) of data\n\n"
        text += NameText.columns(
            Self.marks.map { mark in
                ["\(record.rdata.count > mark.rawValue ? "over" : "within") \(mark.rawValue)", Self.purpose(of: mark)]
            }, width: width)
        text +=
            remarks.isEmpty
            ? "\nNothing is wrong.\n" : "\nRemarks:\n\n" + NameText.columns(remarks.map(Self.row), width: width)
        if !lookups.isEmpty {
            text += "\nLibraries find different entries:\n\n"
            text += NameText.columns(lookups.flatMap(Self.rows), width: width)
        }
        // On one line, so that it can be copied.
        return text + "\nData: \(record.rdata.isEmpty ? "none" : Hex.encode(record.rdata))\n"
    }

    private func table(width: Int) -> String {
        let rows = entries.enumerated().map { (index, entry) -> [String] in
            let state = entry.value.map { $0.isEmpty ? "empty value" : "value" } ?? "no value"
            let text = entry.valueText.map { SafeText.escaped($0) }
            let hex = entry.value.map { "hex \(Hex.encode($0))" }
            return [
                "\(index + 1)", SafeText.escaped(entry.keyText), ignored.contains(index) ? "ignored" : "", state,
                text ?? hex ?? "", "\(entry.length)",
            ]
        }
        return NameText.columns([["#", "key", "", "state", "value", "bytes"]] + rows, width: width)
    }

    private static func purpose(of mark: TXTRecordRemark.SizeMark) -> String {
        switch mark {
        case .typical: "typical size of a record"
        case .smallMessage: "fits a DNS message of 512 bytes, and Apple's limit for discovery info"
        case .frame: "fits one Ethernet frame"
        case .message: "fits a multicast DNS message"
        case .record: "fits a DNS record"
        }
    }

    private static func row(_ remark: TXTRecordRemark) -> [String] {
        [
            remark.severity.word, remark.entry.map { "entry \($0 + 1)" } ?? "record", remark.description,
            remark.reference,
        ]
    }

    private static func rows(_ lookup: Lookup) -> [[String]] {
        lookup.found.map { found in
            [
                SafeText.escaped(lookup.key.isEmpty ? "(no key)" : lookup.key), found.responder.title,
                found.entry.map { SafeText.escaped($0) } ?? "nothing",
            ]
        }
    }
}
