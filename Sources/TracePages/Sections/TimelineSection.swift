import TraceModel
import TraceReports
import WireText

/// The whole capture on one axis: a row for each peer, with its services and sessions, and findings as marks.
enum TimelineSection {
    /// Rows, and marks of each kind, on the plot.
    private static let (laneLimit, markLimit) = (24, 300)

    static func write(to html: inout HTMLText, _ page: PageContext) {
        let report = page.report
        guard !report.sessions.isEmpty || !report.services.isEmpty else { return }
        html.section(page, "timeline", "Timeline") { chart(page).write(to: &$0) }
    }

    private static func chart(_ page: PageContext) -> Chart {
        let report = page.report
        let lanes = Lanes(page)
        var table = ValueTable(columns: ["from (s)", "to (s)", "what", "who"])
        let sessions = page.heaviest(page.isTight ? markLimit / 3 : markLimit)
        if sessions.count < report.sessions.count {
            table.note = "The sessions with most bytes; \(report.sessions.count - sessions.count) more are not shown."
        }
        var (opening, open, groups, offers, answered) = (
            [Mark.Box](), [Mark.Box](), [Mark.Box](), [Mark.Box](), [Mark.Box]()
        )
        for session in sessions {
            let lane = lanes.index(of: session.initiator.peer ?? session.responder.peer)
            let ready = session.established ?? session.start
            if ready > session.start {
                opening.append(.init(x: session.start...ready, y: Chart.lane(lane, from: 0.2, to: 0.36)))
            }
            let times = ready...max(ready, session.end)
            if session.isMulticast {
                groups.append(.init(x: times, y: Chart.lane(lane, from: 0.06, to: 0.14)))
            } else {
                open.append(.init(x: times, y: Chart.lane(lane, from: 0.2, to: 0.36)))
            }
            if !session.isMulticast, let peer = session.responder.peer, peer != session.initiator.peer {
                let other = lanes.index(of: peer)
                answered.append(
                    .init(x: session.start...max(session.start, session.end), y: Chart.lane(other, from: 0.2, to: 0.26))
                )
            }
            table.rows.append([
                .time(session.start), .time(session.end),
                .text("session \(session.id), \(SessionWords.kind(session)), \(SessionWords.ending(session))"),
                .text("\(page.names.name(session.initiator)) → \(page.names.responder(session))"),
            ])
        }
        for service in report.services.prefix(markLimit) {
            let lane = lanes.index(of: service.peer)
            offers.append(
                .init(
                    x: service.firstSeen...max(service.firstSeen, service.lastSeen),
                    y: Chart.lane(lane, from: 0.42, to: 0.54)))
            table.rows.append([
                .time(service.firstSeen), .time(service.lastSeen),
                .text("service \(PeerNames.short(service.instance)) (\(service.type)), \(service.state.rawValue)"),
                .text(page.names.name(peer: service.peer) ?? "–"),
            ])
        }
        var marks: [Mark] = [
            Mark(shape: .bars(open), series: 1), Mark(shape: .bars(opening), series: 5),
            Mark(shape: .bars(answered), series: 6), Mark(shape: .bars(groups), series: 3),
            Mark(shape: .bars(offers), series: 4),
        ]
        let findings = findingMarks(page, lanes, &table)
        marks.append(Mark(shape: .points(findings), series: 2))
        return Chart(
            kind: .timeline, id: page.id("timeline-plot"),
            caption: "Who did what when: sessions below, services above, in a row for each peer",
            series: [
                "session, at its initiator", "finding", "multicast", "service", "being opened",
                "session, at its responder",
            ],
            horizontal: .time(page.wholeTime, group: page.captureGroup), side: .lanes(lanes.names),
            marks: marks.filter { !$0.isEmpty }, table: table)
    }

    private static func findingMarks(_ page: PageContext, _ lanes: Lanes, _ table: inout ValueTable) -> [Mark.Point] {
        var points: [Mark.Point] = []
        for (index, finding) in page.report.findings.enumerated().prefix(markLimit) {
            guard let time = finding.time else { continue }
            let lane = lanes.index(of: page.peer(of: finding.subject))
            points.append(.init(time, Chart.lane(lane, from: 0.1, to: 0.62).upperBound))
            table.rows.append([
                .time(time), .time(time), .text("finding \(index + 1), \(finding.code.rawValue)"),
                .text(lanes.names[lane]),
            ])
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

extension Mark {
    var isEmpty: Bool {
        switch shape {
        case .line(let points): points.isEmpty
        case .points(let points): points.isEmpty
        case .bars(let boxes): boxes.isEmpty
        case .segments(let segments): segments.isEmpty
        }
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
