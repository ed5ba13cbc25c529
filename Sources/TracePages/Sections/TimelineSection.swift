import TraceModel
import TraceReports
import WireText

/// The whole capture on one axis: a row for each peer, with its services and sessions, and findings, losses and silence as marks;
/// below that, the traffic.
enum TimelineSection {
    /// Rows, and marks of each kind, on the plot.
    private static let (laneLimit, markLimit) = (24, 300)
    /// Losses, silences, and events of names.
    private static let troubleLimit = 120

    /// Whether there is anything to show.
    static func isThere(_ page: PageContext) -> Bool {
        !page.report.sessions.isEmpty || !page.report.services.isEmpty
    }

    static func write(to html: inout HTMLText, _ page: PageContext) {
        guard isThere(page) else { return }
        html.section(page, "timeline", "Timeline") { section in
            chart(page).write(to: &section)
            TrafficChart(page)?.chart.write(to: &section)
            section.command(page.extraction?.all(of: page.wholeTime), isForParts: true)
        }
    }

    /// The series by what they show, each with its color.
    private enum Series: Int, CaseIterable {
        case session = 1, finding, multicast, service, opening, answered, renamed, silence, loss, gone

        var name: String {
            switch self {
            case .session: "session, at its initiator"
            case .finding: "finding"
            case .multicast: "multicast"
            case .service: "service"
            case .opening: "being opened"
            case .answered: "session, at its responder"
            case .renamed: "name given up for another"
            case .silence: "silence of a session"
            case .loss: "lost, sent again or unanswered"
            case .gone: "name gone"
            }
        }
    }

    private static func mark(_ shape: Mark.Shape, _ series: Series) -> Mark {
        Mark(shape: shape, series: series.rawValue)
    }

    private static func chart(_ page: PageContext) -> Chart {
        let report = page.report
        let limit = page.room(markLimit)
        let lanes = Lanes(page)
        var table = ValueTable(columns: ["from (s)", "to (s)", "what", "who"])
        let sessions = page.heaviest(limit)
        var notes: [String] = []
        if sessions.count < report.sessions.count {
            notes.append("The sessions with most bytes; \(report.sessions.count - sessions.count) more are not shown.")
        }
        for (count, what) in [(report.services.count, "services"), (report.findings.count, "findings")]
        where count > limit {
            notes.append("The first \(limit) \(what); \(count - limit) more are not shown.")
        }
        var (opening, open, groups, offers, answered) = (
            [Mark.Box](), [Mark.Box](), [Mark.Box](), [Mark.Box](), [Mark.Box]()
        )
        for session in sessions {
            let lane = lanes.index(of: session.initiator.peer ?? session.responder.peer)
            let ready = session.established ?? session.start
            if ready > session.start {
                opening.append(.init(x: session.start...ready, y: Chart.lane(lane, from: 0.24, to: 0.38)))
            }
            let times = ready...max(ready, session.end)
            let whole = session.start...max(session.start, session.end)
            let row: [ValueTable.Cell] = [
                .time(session.start), .time(session.end),
                .text("session \(session.id), \(SessionWords.kind(session)), \(SessionWords.ending(session))"),
                .text("\(page.names.name(session.initiator)) → \(page.names.responder(session))"),
            ]
            guard !session.isMulticast else {
                let height = Chart.lane(lane, from: 0.05, to: 0.12)
                groups.append(.init(x: times, y: height))
                table.add(row, at: .init(x: whole, y: height))
                continue
            }
            let height = Chart.lane(lane, from: 0.24, to: 0.38)
            open.append(.init(x: times, y: height))
            guard let peer = session.responder.peer, peer != session.initiator.peer else {
                table.add(row, at: .init(x: whole, y: height))
                continue
            }
            let other = Mark.Box(x: whole, y: Chart.lane(lanes.index(of: peer), from: 0.24, to: 0.3))
            answered.append(other)
            table.add(row, at: .init(x: whole, y: height), other)
        }
        for service in report.services.prefix(limit) {
            let lane = lanes.index(of: service.peer)
            let life = page.life(of: service)
            let spans = life.spans.map { Mark.Box(x: $0, y: Chart.lane(lane, from: 0.46, to: 0.57)) }
            offers += spans
            table.add(
                [
                    .time(service.firstSeen), .time(life.end),
                    .text("service \(PeerNames.short(service.instance)) (\(service.type)), \(service.state.rawValue)"),
                    .text(page.names.name(peer: service.peer) ?? "–"),
                ], at: spans)
        }
        var marks = [
            mark(.bars(open), .session), mark(.bars(opening), .opening), mark(.bars(answered), .answered),
            mark(.bars(groups), .multicast), mark(.bars(offers), .service),
        ]
        let troubles = TimelineTroubles(page, sessions, limit: page.room(troubleLimit))
        marks += troubleMarks(troubles, page, lanes, &table)
        notes += troubles.notes
        marks += nameMarks(page, lanes, &table, &notes)
        marks.append(mark(.points(findingMarks(page, lanes, &table)), .finding))
        table.note = notes.joined(separator: " ")
        return Chart(
            kind: .timeline, id: page.id("timeline-plot"),
            caption: "Who did what when: sessions below, services above, in a row for each peer",
            series: Series.allCases.map(\.name),
            horizontal: .time(page.wholeTime, group: page.captureGroup), side: .lanes(lanes.names),
            marks: marks.filter { !$0.isEmpty }, table: table, laneHeight: 44)
    }

    /// Losses on the bars of their sessions, and silence below them.
    private static func troubleMarks(
        _ troubles: TimelineTroubles, _ page: PageContext, _ lanes: Lanes, _ table: inout ValueTable
    ) -> [Mark] {
        func boxes(_ spans: [TimelineTroubles.Span], _ what: String, from: Double, to: Double) -> [Mark.Box] {
            spans.map { span in
                let session = span.session
                let lane = lanes.index(of: session.initiator.peer ?? session.responder.peer)
                let box = Mark.Box(x: span.times, y: Chart.lane(lane, from: from, to: to))
                table.add(
                    [
                        .time(span.times.lowerBound), .time(span.times.upperBound),
                        .text("\(what) in session \(session.id): \(span.words)"),
                        .text("\(page.names.name(session.initiator)) → \(page.names.responder(session))"),
                    ], at: box)
                return box
            }
        }
        return [
            mark(.bars(boxes(troubles.silences, "silence", from: 0.15, to: 0.21)), .silence),
            mark(.bars(boxes(troubles.losses, "loss", from: 0.2, to: 0.42)), .loss),
        ]
    }

    /// What became of the names, on the bars of their services.
    private static func nameMarks(
        _ page: PageContext, _ lanes: Lanes, _ table: inout ValueTable, _ notes: inout [String]
    ) -> [Mark] {
        var points: [Series: [Mark.Point]] = [:]
        var count = 0
        for service in page.report.services.prefix(page.room(markLimit)) {
            for event in service.timeline {
                let (series, words): (Series, String)
                switch event.event {
                case .rename: (series, words) = (.renamed, "renamed")
                case .goodbye: (series, words) = (.gone, "gone, by a goodbye")
                case .expire: (series, words) = (.gone, "gone, its records ran out")
                default: continue
                }
                count += 1
                guard count <= troubleLimit else { continue }
                let lane = lanes.index(of: service.peer)
                let point = Mark.Point(event.time, -Double(lane + 1) + 0.515)
                points[series, default: []].append(point)
                table.add(
                    [
                        .time(event.time), .time(event.time),
                        .text("service \(PeerNames.short(service.instance)) (\(service.type)) \(words)"),
                        .text(page.names.name(peer: service.peer) ?? "–"),
                    ], at: .init(point))
            }
        }
        if count > troubleLimit {
            notes.append("The first \(troubleLimit) events of names; \(count - troubleLimit) more are not shown.")
        }
        return [Series.gone, .renamed].map { mark(.points(points[$0] ?? []), $0) }
    }

    private static func findingMarks(_ page: PageContext, _ lanes: Lanes, _ table: inout ValueTable) -> [Mark.Point] {
        var points: [Mark.Point] = []
        for (index, finding) in page.report.findings.enumerated().prefix(page.room(markLimit)) {
            guard let time = finding.time else { continue }
            let lane = lanes.index(of: page.peer(of: finding.subject))
            let point = Mark.Point(time, Chart.lane(lane, from: 0.1, to: 0.65).upperBound)
            points.append(point)
            table.add(
                [
                    .time(time), .time(time), .text("finding \(index + 1), \(finding.code.rawValue)"),
                    .text(lanes.names[lane]),
                ], at: .init(point))
        }
        return points
    }

    /// A row for each peer that has anything, and one for what is nobody's.
    struct Lanes {
        let names: [String]
        private let places: [String: Int]

        init(_ page: PageContext) {
            let report = page.report
            let active = Set(
                report.sessions.flatMap { [$0.initiator.peer, $0.responder.peer] }.compactMap { $0 }
                    + report.services.compactMap(\.peer))
            let shown = report.peers.filter { active.contains($0.id) }.prefix(laneLimit)
            places = Dictionary(
                shown.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
            // What belongs to no peer that is shown.
            let known = Set(shown.map(\.id))
            let hasOthers =
                report.sessions.contains {
                    ($0.initiator.peer ?? $0.responder.peer).map { !known.contains($0) } ?? true
                }
                || report.services.contains { $0.peer.map { !known.contains($0) } ?? true }
                || report.findings.contains { page.peer(of: $0.subject).map { !known.contains($0) } ?? true }
            names = shown.map { PeerNames.short($0.label) } + (hasOthers || shown.isEmpty ? ["others"] : [])
        }

        func index(of peer: String?) -> Int { peer.flatMap { places[$0] } ?? names.count - 1 }
    }
}

extension PageContext {
    /// The peer that a finding is about.
    func peer(of subject: Finding.Subject) -> String? {
        switch subject {
        case .peer(let id): id
        case .service(let id): report.services.first { $0.id == id }?.peer
        case .session(let id): report.session(id).flatMap { $0.initiator.peer ?? $0.responder.peer }
        case .capture, .wireless: nil
        }
    }
}
