import TraceModel
import WireText

/// Sessions as comma-separated values, one a row: for spreadsheets, data frames and databases.
///
/// Units are those of the report: seconds, bytes, bits per second. What was not measured is an empty field. Columns of the
/// two directions begin with `forward` (initiator to responder) and `backward`. The columns of metrics come from the tables
/// of ``Metric``; those that were added later are the last ones.
public struct SessionsCSV {
    private let path: String
    private let peers: PeerIndex
    private let services: [String: Service]

    public init(_ report: TraceReport) {
        path = report.capture.path
        peers = PeerIndex(report.peers)
        services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The names of the columns.
    package static var header: [String] {
        func names(_ figures: [Metric<SessionDirection>.Figure]) -> [String] {
            ["forward", "backward"].flatMap { side in figures.map { $0.name(ofDirection: side) } }
        }
        return columns.map(\.name) + names(directionFigures) + lastFigures.map(\.name) + names(lastDirectionFigures)
    }

    /// The row of a session.
    package func row(_ session: Session) -> [CSVText.Field] {
        let sides = [session.forward, session.backward]
        func fields(_ figures: [Metric<SessionDirection>.Figure]) -> [CSVText.Field] {
            sides.flatMap { side in figures.map { $0.field(side) } }
        }
        return Self.columns.map { $0.field(session, self) } + fields(Self.directionFigures)
            + Self.lastFigures.map { $0.field(session) } + fields(Self.lastDirectionFigures)
    }

    private static let directionFigures = figures(SessionDirection.metrics.filter { !$0.hasLastColumns })
    private static let lastFigures = figures(Session.metrics.filter(\.hasLastColumns))
    private static let lastDirectionFigures = figures(SessionDirection.metrics.filter(\.hasLastColumns))

    private static func figures<Subject>(_ metrics: [Metric<Subject>]) -> [Metric<Subject>.Figure] {
        metrics.flatMap(\.figures)
    }

    private func label(_ end: Session.Endpoint) -> String? { end.peer.flatMap { peers[$0]?.label } }

    private func service(_ session: Session) -> Service? { session.service.flatMap { services[$0] } }

    private typealias Column = (name: String, field: @Sendable (Session, SessionsCSV) -> CSVText.Field)

    private static func columns(_ metrics: [Metric<Session>]) -> [Column] {
        metrics.filter { !$0.hasLastColumns }.flatMap(\.figures).map { figure in
            (figure.name, { session, _ in figure.field(session) })
        }
    }

    private static let columns: [Column] =
        identity + columns(Session.times) + circumstances + columns(Session.delays) + notes

    private static let identity: [Column] = [
        ("capture", { .text($1.path) }),
        ("session", { session, _ in .integer(session.id) }),
        ("transport", { session, _ in .text(session.transport.rawValue) }),
        ("application", { session, _ in .text(session.application.rawValue) }),
        ("initiator", { .text($1.label($0.initiator)) }),
        ("initiatorAddress", { session, _ in .text(session.initiator.address) }),
        ("initiatorPort", { session, _ in .integer(session.initiator.port) }),
        ("responder", { .text($1.label($0.responder)) }),
        ("responderAddress", { session, _ in .text(session.responder.address) }),
        ("responderPort", { session, _ in .integer(session.responder.port) }),
        ("serviceInstance", { .text($1.service($0)?.instance) }),
        ("serviceType", { .text($1.service($0)?.type) }),
        ("firstFrame", { session, _ in .integer(session.firstFrame) }),
    ]

    private static let circumstances: [Column] = [
        ("ending", { session, _ in .text(session.ending.rawValue) }),
        ("midstream", { session, _ in .flag(session.midstream) }),
        ("handshake", { session, _ in .text(session.handshake?.rawValue) }),
        ("capturePoint", { session, _ in .text(session.capturePoint?.rawValue) }),
    ]

    private static let notes: [Column] = [
        ("limits", { session, _ in .text(limits(session)) }),
        ("sameConnection", { session, _ in .text(companions(session, .sameConnection)) }),
        ("otherPath", { session, _ in .text(companions(session, .otherPath)) }),
    ]

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

extension Metric.Figure {
    /// The field of its column.
    fileprivate func field(_ subject: Subject) -> CSVText.Field {
        unit == .count || unit == .bytes ? .integer(value(subject).map { Int($0) }) : .number(value(subject))
    }
}

extension RowTable where Row == Session {
    /// Sessions, one a row, as ``SessionsCSV`` has them.
    public static func sessions(of report: TraceReport) -> RowTable {
        RowTable(columns: SessionsCSV.header, cells: SessionsCSV(report).row)
    }
}
