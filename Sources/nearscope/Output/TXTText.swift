import ServiceDiscovery
import TraceReports
import WireText

/// A TXT record for people.
enum TXTText {
    static func text(_ report: TXTReport) -> String {
        var text = report.entries.isEmpty ? "No attributes.\n" : table(report.entries)
        text += "\n\(NameText.count(report.bytes, "byte")) of data\n\n"
        text += NameText.columns(
            report.marks.map { ["\($0.isExceeded ? "over" : "within") \($0.bytes)", purpose(of: $0.bytes)] })
        if report.remarks.isEmpty {
            text += "\nNothing is wrong.\n"
        } else {
            text += "\nRemarks:\n\n" + NameText.columns(report.remarks.map(row))
        }
        if !report.lookups.isEmpty {
            text += "\nLibraries find different entries:\n\n" + NameText.columns(report.lookups.flatMap(rows))
        }
        return text + "\nData: \(report.rdata.isEmpty ? "none" : report.rdata)\n"
    }

    private static func table(_ entries: [TXTReport.Entry]) -> String {
        let rows = entries.enumerated().map { index, entry in
            [
                "\(index + 1)", SafeText.escaped(entry.key), entry.isFound ? "" : "ignored", state(entry.state),
                value(entry), "\(entry.bytes)",
            ]
        }
        return NameText.columns([["#", "key", "", "state", "value", "bytes"]] + rows)
    }

    private static func state(_ state: TXTReport.State) -> String {
        switch state {
        case .noValue: "no value"
        case .empty: "empty value"
        case .value: "value"
        }
    }

    private static func value(_ entry: TXTReport.Entry) -> String {
        entry.value.map { SafeText.escaped($0) } ?? entry.valueHex.map { "hex \($0)" } ?? ""
    }

    private static func purpose(of mark: Int) -> String {
        switch TXTRecordRemark.SizeMark(rawValue: mark) {
        case .typical: "typical size of a record"
        case .smallMessage: "fits a DNS message of 512 bytes, and Apple's limit for discovery info"
        case .frame: "fits one Ethernet frame"
        case .message: "fits a multicast DNS message"
        case .record, nil: "fits a DNS record"
        }
    }

    private static func row(_ remark: TXTReport.Remark) -> [String] {
        [
            remark.severity.word, remark.entry.map { "entry \($0 + 1)" } ?? "record", remark.message,
            remark.reference,
        ]
    }

    private static func rows(_ lookup: TXTReport.Lookup) -> [[String]] {
        lookup.found.map { found in
            [
                SafeText.escaped(lookup.key.isEmpty ? "(no key)" : lookup.key), found.responder.title,
                found.entry.map { SafeText.escaped($0) } ?? "nothing",
            ]
        }
    }
}

extension RuleSeverity {
    /// How much a remark weighs, in one word.
    var word: String {
        switch self {
        case .must: "BROKEN"
        case .should: "warning"
        case .recommendation: "advice"
        case .information: "note"
        }
    }
}
