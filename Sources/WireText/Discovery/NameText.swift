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

    /// Rows with aligned cells, each indented by two spaces. What does not fit in the width goes on below, in its column:
    /// nothing is left out.
    package static func columns(_ rows: [[String]], width: Int) -> String {
        let widths = self.widths(rows, width: width)
        return rows.map { row in
            let cells = zip(row, widths).map { SafeText.folded($0, width: max(1, $1)) }
            let height = max(1, cells.map(\.count).max() ?? 0)
            return (0..<height).map { index in
                var line = ""
                for (lines, width) in zip(cells, widths) {
                    line += "  " + TextTable.Alignment.left.padded(index < lines.count ? lines[index] : "", to: width)
                }
                while line.last == " " { line.removeLast() }
                return line + "\n"
            }.joined()
        }.joined()
    }

    /// The narrowest column whose cells are broken at spaces.
    private static let minimum = 12

    /// The widths of columns: those of the widest cells or, where these are wider than the line, less for the widest.
    private static func widths(_ rows: [[String]], width: Int) -> [Int] {
        let columns = rows.map(\.count).max() ?? 0
        var widths = (0..<columns).map { (column: Int) -> Int in
            rows.map { column < $0.count ? SafeText.width($0[column]) : 0 }.max() ?? 0
        }
        let room = width - 2 * widths.count
        while widths.reduce(0, +) > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > minimum
        {
            // All of the excess at once if no other column is nearly as wide.
            let next = widths.indices.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
            let excess = widths.reduce(0, +) - room
            widths[widest] -= max(1, min(excess, widths[widest] - max(next, minimum)))
        }
        return widths
    }

    /// A sentence in lines of at most that many columns, each with its end.
    package static func paragraph(_ text: String, width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { SafeText.folded(String($0), width: width) }
            .joined(separator: "\n")
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
