import TraceModel
import TraceReports
import WireText

/// The story of each name: who claimed it, who lost it to whom, and what became of it.
enum ServicesSection {
    private static let maximum = 300

    static func write(to html: inout HTMLText, _ page: PageContext) {
        guard !page.report.services.isEmpty else { return }
        html.section(page, "services", "Services") { section in
            ServicesPlot(page).chart.write(to: &section)
            section.command(page.extraction?.all(of: page.wholeTime), isForParts: true)
            let table = EntryTable(
                columns: ["name", "type", "peer", "host", "port", "state", "name before", "TXT"], label: "All services")
            table.write(to: &section) { body in
                for service in page.report.services.prefix(page.room(maximum)) { row(service, &body, page) }
            }
            section.leftOut("services", page.report.services.count - page.room(maximum))
        }
    }

    private static func row(_ service: Service, _ html: inout HTMLText, _ page: PageContext) {
        html.element("tr", [.init("data-service", service.id)]) { row in
            row.cell(service.instance)
            row.cell(service.type)
            row.cell(page.names.name(peer: service.peer) ?? "–")
            row.cell(service.host ?? "–")
            row.cell(service.port.map(Double.init), service.port.map { String($0) } ?? "–")
            row.cell(service.state.rawValue)
            let former = service.formerName.map { id in page.report.services.first { $0.id == id }?.instance ?? id }
            row.cell(former ?? "–")
            let entries = service.txt.prefix(8).map { entry in
                entry.hasValue ? "\(entry.key)=\(entry.value ?? entry.valueHex ?? "")" : entry.key
            }
            let shown = entries.joined(separator: ", ")
            row.cell(shown.count > 200 ? String(shown.prefix(200)) + "…" : shown)
        }
    }
}
