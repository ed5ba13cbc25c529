import TraceModel
import TraceReports
import WireText

/// Messages that others carried: how long they took, directly and by relays, and the way of each.
enum RelaysSection {
    private static let (maximum, pathLimit) = (200, 12)

    static func write(to html: inout HTMLText, _ page: PageContext) {
        let messages = page.report.relayedMessages
        guard !messages.isEmpty else { return }
        html.section(page, "relays", "Relays") { section in
            let rows = [
                BoxChart.Row("direct", messages.compactMap(\.directLatency)),
                BoxChart.Row("relayed", messages.compactMap(\.relayedLatency)),
            ].compactMap { $0 }
            if !rows.isEmpty {
                let boxes = BoxChart(
                    rows: rows, label: "latency (s)", areDelays: true, format: { Quantity.duration($0) })
                boxes.chart(
                    .relays, id: page.id("relays-plot"), caption: "How long messages took, directly and by relays"
                ).write(to: &section)
            }
            let table = EntryTable(
                columns: ["time", "author", "kind", "copies", "duplicates", "direct", "relayed", "way"],
                label: "All relayed messages")
            table.write(to: &section) { body in
                for message in messages.prefix(page.room(maximum)) { row(message, &body, page) }
            }
            section.leftOut("relayedMessages", messages.count - page.room(maximum))
        }
    }

    private static func row(_ message: RelayedMessage, _ html: inout HTMLText, _ page: PageContext) {
        html.element("tr") { row in
            row.cell(message.time, Quantity.moment(message.time))
            row.cell(page.name(who: message.author))
            row.cell(message.kind.rawValue)
            row.cell(message.copies, Quantity.grouped(message.copies))
            row.cell(message.duplicates, Quantity.grouped(message.duplicates))
            row.cell(message.directLatency, Quantity.duration(message.directLatency))
            row.cell(message.relayedLatency, Quantity.duration(message.relayedLatency))
            let ways = message.deliveries.prefix(pathLimit).map { delivery in
                let carrier = delivery.carrier.map(page.name(who:)) ?? "?"
                let receiver = delivery.receiver.map(page.name(who:)) ?? "?"
                return "\(carrier) → \(receiver)" + (delivery.duplicate ? " (again)" : "")
            }
            let more = message.deliveries.count > pathLimit ? ", …" : ""
            row.cell(ways.joined(separator: ", ") + more)
        }
    }
}
