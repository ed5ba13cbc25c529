import DNSWire
import ServiceDiscovery
import TraceReports
import WireText

/// How the commands about names show labels: harmless for a terminal, and in columns.
enum NameText {
    /// The label for people. Bytes that are not UTF-8 are shown as `\DDD`.
    static func shown(_ label: [UInt8]) -> String {
        let text = String(decoding: label, as: UTF8.self)
        return SafeText.escaped(text.utf8.elementsEqual(label) ? text : DNSName.presentation(ofLabel: label))
    }

    static func quoted(_ label: [UInt8]) -> String { "\"\(shown(label))\"" }

    /// The label for a table: in quotation marks where its ends would be taken for the space between columns.
    static func distinct(_ label: [UInt8]) -> String {
        label.first == 0x20 || label.last == 0x20 || label.isEmpty ? quoted(label) : shown(label)
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Rows with aligned cells, each indented by two spaces.
    static func columns(_ rows: [[String]]) -> String {
        let widths = rows.reduce(into: [Int]()) { widths, row in
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], SafeText.width(cell))
            }
        }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += "  " + cell + String(repeating: " ", count: width - SafeText.width(cell))
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

/// A name as a command is given it, and the label in it that responders rename.
struct NameArgument {
    /// The whole name, if it is that of a service instance.
    let service: ServiceInstanceName?
    let label: [UInt8]

    /// - Parameter text: An instance or a host as people see it, or its whole name: `iPad (2)._http._tcp.local`,
    ///   `iPad.local`.
    init(_ text: String, _ subject: RenameRule.Subject) {
        switch subject {
        case .service:
            service = try? ServiceInstanceName(presentation: text)
            label = service?.instance ?? Array(text.utf8)
        case .host:
            service = nil
            let name = text.last == "." ? text.dropLast() : text[...]
            let isWhole = name.lowercased().hasSuffix(".local")
            label = Array((isWhole ? name.dropLast(".local".count) : name).utf8)
        }
    }
}
