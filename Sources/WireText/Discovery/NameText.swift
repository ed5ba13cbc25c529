import DNSWire
import ServiceDiscovery

/// How the commands about names show labels: harmless for a terminal, and in columns.
package enum NameText {
    /// The label for people. Bytes that are not UTF-8 are shown as `\DDD`.
    package static func shown(_ label: [UInt8]) -> String {
        let text = String(decoding: label, as: UTF8.self)
        return SafeText.escaped(text.utf8.elementsEqual(label) ? text : DNSName.presentation(ofLabel: label))
    }

    package static func quoted(_ label: [UInt8]) -> String { "\"\(shown(label))\"" }

    /// The label for a table: in quotation marks where its ends would be taken for the space between columns.
    package static func distinct(_ label: [UInt8]) -> String {
        label.first == 0x20 || label.last == 0x20 || label.isEmpty ? quoted(label) : shown(label)
    }

    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Rows with aligned cells, each indented by two spaces.
    package static func columns(_ rows: [[String]]) -> String {
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { column < $0.count ? SafeText.width($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) { line += "  " + TextTable.Alignment.left.padded(cell, to: width) }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

extension ResponderFamily {
    /// The name for people.
    package var title: String {
        switch self {
        case .apple: "Apple"
        case .avahi: "Avahi"
        case .zeroconf: "python-zeroconf"
        case .resolved: "systemd-resolved"
        case .jmdns: "JmDNS"
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
