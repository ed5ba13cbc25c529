import TraceModel
import TraceReports
import WireText

/// The story of each name: who claimed it, who lost it to whom, and what became of it.
enum ServicesSection {
    private static let (maximum, laneLimit, eventLimit) = (300, 30, 600)

    static func write(to html: inout HTMLText, _ page: PageContext) {
        guard !page.report.services.isEmpty else { return }
        html.section(page, "services", "Services") { section in
            chart(page).write(to: &section)
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

    /// What an event shows itself as.
    private static func series(of event: Service.Event.Kind) -> Int {
        switch event {
        case .probe, .probeTiebreak: 5
        case .conflict: 2
        case .rename: 7
        case .goodbye, .expire: 3
        case .query: 6
        case .announce, .answer, .update, .reannounce: 1
        }
    }

    private static func chart(_ page: PageContext) -> Chart {
        let services = shown(page.report)
        let places = Dictionary(
            services.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var table = ValueTable(columns: ["time (s)", "name", "event", "frame", "detail"])
        var leftOut = 0
        var lives: [Mark.Box] = []
        var points: [Int: [Mark.Point]] = [:]
        var renames: [(from: Mark.Point, to: Mark.Point)] = []
        var disputes: [(from: Mark.Point, to: Mark.Point)] = []
        var labels: [Chart.Label] = []
        for (lane, service) in services.enumerated() {
            let life = Mark.Box(
                x: service.firstSeen...max(service.firstSeen, service.lastSeen),
                y: Chart.lane(lane, from: 0.26, to: 0.36))
            lives.append(life)
            table.add(
                [
                    .time(service.firstSeen), .text(PeerNames.short(service.instance)), .text("seen first"), .text("–"),
                    .text("seen last at \(Quantity.moment(service.lastSeen)); \(service.state.rawValue)"),
                ], at: life)
            let events = service.timeline.prefix(max(4, page.room(eventLimit) / services.count))
            leftOut += service.timeline.count - events.count
            for event in events {
                let start = Mark.Point(event.time, -Double(lane) - 0.69)
                points[series(of: event.event), default: []].append(start)
                table.add(
                    [
                        .time(event.time), .text(PeerNames.short(service.instance)), .text(event.event.rawValue),
                        .count(event.frame), .text(words(event)),
                    ], at: .init(start))
                if let place = event.rival?.service.flatMap({ places[$0] }), place != lane {
                    // The arrow ends at the bar of the rival, on the side that it comes from.
                    let bar = Chart.lane(place, from: 0.26, to: 0.36)
                    let end = Mark.Point(event.time, place < lane ? bar.lowerBound : bar.upperBound)
                    disputes.append((start, end))
                    labels.append(.init(x: end.x, y: end.y, text: place < lane ? "▲" : "▼", isCentered: true))
                }
                if let rule = event.rule { labels.append(.init(x: start.x, y: start.y, text: "rule: " + rule)) }
            }
            if let later = service.laterName, let end = places[later], case let to = services[end] {
                renames.append(
                    (.init(service.lastSeen, -Double(lane) - 0.69), .init(to.firstSeen, -Double(end) - 0.69)))
            }
        }
        table.note = note(names: page.report.services.count - services.count, events: leftOut)
        var marks = [
            Mark(shape: .bars(lives), series: 4), Mark(shape: .segments(renames), series: 7),
            Mark(shape: .segments(disputes), series: 8),
        ]
        marks += points.keys.sorted().map { Mark(shape: .points(points[$0] ?? []), series: $0) }
        return Chart(
            kind: .services, id: page.id("services-plot"),
            caption: "The story of each name: claimed, disputed, renamed, gone",
            series: [
                "announced", "conflict", "gone", "in use, from the first to the last packet about it", "probe",
                "question", "renamed", "to the rival",
            ],
            horizontal: .time(page.wholeTime, group: page.captureGroup),
            side: .lanes(
                services.map {
                    "\(PeerNames.short($0.instance, width: 26)) · \(page.names.name(peer: $0.peer) ?? $0.type)"
                }),
            // More of them would hide the marks.
            marks: marks.filter { !$0.isEmpty }, table: table, labels: labels.count <= 60 ? labels : [])
    }

    /// What is not in the plot.
    private static func note(names: Int, events: Int) -> String {
        var notes: [String] = []
        if names > 0 { notes.append("The names with most events; \(Quantity.grouped(names)) more are not shown.") }
        if events > 0 { notes.append("Of each name its first events; \(Quantity.grouped(events)) more are not shown.") }
        return notes.joined(separator: " ")
    }

    /// Those with most events, in the order of the report.
    private static func shown(_ report: TraceReport) -> [Service] {
        guard report.services.count > laneLimit else { return report.services }
        let order = report.services.indices.sorted {
            (report.services[$0].timeline.count, $1) > (report.services[$1].timeline.count, $0)
        }
        return order.prefix(laneLimit).sorted().map { report.services[$0] }
    }

    /// The detail, who was the rival, and the rule that decided.
    private static func words(_ event: Service.Event) -> String {
        var parts = event.detail.map { [$0] } ?? []
        if let rival = event.rival { parts.append("rival \(rival.host ?? rival.address)") }
        if let rule = event.rule { parts.append(rule) }
        return parts.joined(separator: "; ")
    }
}
