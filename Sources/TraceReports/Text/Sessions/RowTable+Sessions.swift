import TraceModel
import WireText

extension RowTable where Row == Session {
    /// Sessions, one a row: for spreadsheets, data frames and databases.
    ///
    /// Units are those of the report: seconds, bytes, bits per second. What was not measured is an empty field. Columns of
    /// the two directions begin with `forward` (initiator to responder) and `backward`. The columns of metrics come from
    /// the tables of `Metric`; those that were added later are the last ones.
    public static func sessions(of report: TraceReport) -> RowTable {
        let columns =
            identity(report) + metrics(Session.times) + circumstances + metrics(Session.delays) + notes
        let last = metrics(Session.metrics, areLast: true)
        let newest: [Column] =
            Session.metrics.flatMap(\.figures).filter(\.isNewest)
            .map { figure in .init(figure.name) { figure.field($0) } }
            + [
                .init("networkRTTFrom") { .text($0.networkRTT.from?.rawValue) },
                .init("endedBy") { .text($0.endedBy?.rawValue) }, .init("discovery") { .text($0.discovery?.rawValue) },
            ]
        let directions = figures(SessionDirection.metrics, areLast: false)
        let lastDirections = figures(SessionDirection.metrics, areLast: true)
        let names = { (figures: [Metric<SessionDirection>.Figure]) in
            ["forward", "backward"].flatMap { side in figures.map { $0.name(ofDirection: side) } }
        }
        let cells = (0..<2).map { _ in (DirectionCells(directions), DirectionCells(lastDirections)) }
        return RowTable(
            columns: columns.map(\.name) + names(directions) + last.map(\.name) + names(lastDirections)
                + newest.map(\.name)
        ) { session, text in
            // Each is a copy, made once for all of its cells.
            let sides = [session.forward, session.backward]
            for column in columns { text.add(column.cell(session)) }
            for (side, cells) in zip(sides, cells) { cells.0.add(side, to: &text) }
            for column in last { text.add(column.cell(session)) }
            for (side, cells) in zip(sides, cells) { cells.1.add(side, to: &text) }
            for column in newest { text.add(column.cell(session)) }
        }
        .located(RowLocation(report, time: \.start, session: \.id))
    }

    private static func metrics(_ metrics: [Metric<Session>], areLast: Bool = false) -> [Column] {
        figures(metrics, areLast: areLast).map { figure in .init(figure.name) { figure.field($0) } }
    }

    private static func figures<Subject>(_ metrics: [Metric<Subject>], areLast: Bool) -> [Metric<Subject>.Figure] {
        metrics.flatMap(\.figures).filter { $0.isLast == areLast && !$0.isNewest }
    }

    private static func identity(_ report: TraceReport) -> [Column] {
        let path = report.capture.path
        let peers = PeerIndex(report.peers)
        let services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        let label = { (end: Session.Endpoint) in end.peer.flatMap { peers[$0]?.label } }
        let service = { (session: Session) in session.service.flatMap { services[$0] } }
        return [
            .init("capture") { _ in .text(path) }, .init("session") { .integer($0.id) },
            .init("transport") { .text($0.transport.rawValue) },
            .init("application") { .text($0.application.rawValue) },
            .init("initiator") { .text(label($0.initiator)) },
            .init("initiatorAddress") { .text($0.initiator.address) },
            .init("initiatorPort") { .integer($0.initiator.port) }, .init("responder") { .text(label($0.responder)) },
            .init("responderAddress") { .text($0.responder.address) },
            .init("responderPort") { .integer($0.responder.port) },
            .init("serviceInstance") { .text(service($0)?.instance) },
            .init("serviceType") { .text(service($0)?.type) },
            .init("firstFrame") { .integer($0.firstFrame) },
        ]
    }

    private static var circumstances: [Column] {
        [
            .init("ending") { .text($0.ending.rawValue) }, .init("midstream") { .flag($0.midstream) },
            .init("handshake") { .text($0.handshake?.rawValue) },
            .init("capturePoint") { .text($0.capturePoint?.rawValue) },
        ]
    }

    private static var notes: [Column] {
        [
            .init("limits") { .text(limits($0)) }, .init("sameConnection") { .text(companions($0, .sameConnection)) },
            .init("otherPath") { .text(companions($0, .otherPath)) },
        ]
    }

    /// The reasons why metrics are missing, each once: `no-acknowledgments snap-length`.
    private static func limits(_ session: Session) -> String? {
        var reasons: [String] = []
        for limit in session.limits where !reasons.contains(limit.reason.rawValue) {
            reasons.append(limit.reason.rawValue)
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: " ")
    }

    /// Ids: `5 6`.
    private static func companions(_ session: Session, _ relation: Session.Companion.Relation) -> String? {
        let ids = session.companions.filter { $0.relation == relation }.map { "\($0.session)" }
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }
}

/// The cells of a direction. Those of equal neighbors, as a flood has them, are written once.
private final class DirectionCells {
    private let figures: [Metric<SessionDirection>.Figure]
    private var direction: SessionDirection?
    private var cells = CSVText()

    init(_ figures: [Metric<SessionDirection>.Figure]) { self.figures = figures }

    func add(_ direction: SessionDirection, to text: inout CSVText) {
        if direction != self.direction {
            cells.removeAll()
            for figure in figures { cells.add(figure.field(direction)) }
            self.direction = direction
        }
        text.add(cells)
    }
}

extension Metric.Figure {
    /// The field of its column.
    fileprivate func field(_ subject: Subject) -> CSVText.Field {
        unit == .count || unit == .bytes ? .integer(value(subject).map { Int($0) }) : .number(value(subject))
    }
}
