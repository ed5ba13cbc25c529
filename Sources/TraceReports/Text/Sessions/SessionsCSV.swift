import TraceModel
import WireText

/// Sessions as comma-separated values, one a row: for spreadsheets, data frames and databases.
///
/// Units are those of the report: seconds, bytes, bits per second. What was not measured is an empty field. Columns of the
/// two directions begin with `forward` (initiator to responder) and `backward`.
public struct SessionsCSV {
    private let path: String
    private let peers: PeerIndex
    private let services: [String: Service]

    public init(_ report: TraceReport) {
        path = report.capture.path
        peers = PeerIndex(report.peers)
        services = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The names of the columns, as a row.
    public static var header: [UInt8] {
        var text = CSVText()
        text.add((columns.map(\.name) + directions).map { .text($0) })
        return text.bytes
    }

    private static var directions: [String] {
        ["forward", "backward"].flatMap { side in
            directionColumns.map { side + $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
        }
    }

    /// The row of a session.
    public func row(_ session: Session) -> [UInt8] {
        var text = CSVText()
        text.add(
            Self.columns.map { $0.field(session, self) }
                + [session.forward, session.backward].flatMap { side in
                    Self.directionColumns.map { $0.field(side) }
                })
        return text.bytes
    }

    private func label(_ end: Session.Endpoint) -> String? { end.peer.flatMap { peers[$0]?.label } }

    private func service(_ session: Session) -> Service? { session.service.flatMap { services[$0] } }

    private static let columns: [(name: String, field: @Sendable (Session, SessionsCSV) -> CSVText.Field)] = [
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
        ("start", { session, _ in .number(session.start) }),
        ("end", { session, _ in .number(session.end) }),
        ("duration", { session, _ in .number(session.duration) }),
        ("ending", { session, _ in .text(session.ending.rawValue) }),
        ("midstream", { session, _ in .flag(session.midstream) }),
        ("handshake", { session, _ in .text(session.handshake?.rawValue) }),
        ("capturePoint", { session, _ in .text(session.capturePoint?.rawValue) }),
        ("discover", { session, _ in .number(session.phases.discover) }),
        ("resolve", { session, _ in .number(session.phases.resolve) }),
        ("connect", { session, _ in .number(session.phases.connect) }),
        ("identify", { session, _ in .number(session.phases.identify) }),
        ("stabilize", { session, _ in .number(session.phases.stabilize) }),
        ("firstMessage", { session, _ in .number(session.phases.firstMessage) }),
        ("handshakeRTT", { session, _ in .number(session.handshakeRTT) }),
        ("transportRTTCount", { session, _ in .integer(session.transportRTT.count) }),
        ("transportRTTMedian", { session, _ in .number(session.transportRTT.median) }),
        ("transportRTT95", { session, _ in .number(session.transportRTT.p95) }),
        ("applicationRTTCount", { session, _ in .integer(session.applicationRTT.count) }),
        ("applicationRTTMedian", { session, _ in .number(session.applicationRTT.median) }),
        ("applicationRTT95", { session, _ in .number(session.applicationRTT.p95) }),
        ("jitterMeanAbsoluteDifference", { session, _ in .number(session.jitter.meanAbsoluteDifference) }),
        ("jitterRFC3550", { session, _ in .number(session.jitter.rfc3550) }),
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

    private static let directionColumns: [(name: String, field: @Sendable (SessionDirection) -> CSVText.Field)] = [
        ("packets", { .integer($0.packets) }),
        ("wireBytes", { .integer($0.wireBytes) }),
        ("payloadBytes", { .integer($0.payloadBytes) }),
        ("messages", { .integer($0.messages) }),
        ("messageBytes", { .integer($0.messageBytes) }),
        ("malformedMessages", { .integer($0.malformedMessages) }),
        ("duplicateMessages", { .integer($0.duplicateMessages) }),
        ("lostMessages", { .integer($0.lostMessages) }),
        ("reorderedMessages", { .integer($0.reorderedMessages) }),
        ("retransmittedPackets", { .integer($0.retransmittedPackets) }),
        ("outOfOrderPackets", { .integer($0.outOfOrderPackets) }),
        ("missingBytes", { .integer($0.missingBytes) }),
        ("goodput", { .number($0.goodput) }),
        ("peakThroughput", { .number($0.peakThroughput) }),
        ("bulkBytes", { .integer($0.bulk?.bytes) }),
        ("bulkGoodput", { .number($0.bulk?.goodput) }),
        ("applicationRTTCount", { .integer($0.applicationRTT.count) }),
        ("applicationRTTMedian", { .number($0.applicationRTT.median) }),
        ("jitterMeanAbsoluteDifference", { .number($0.jitter.meanAbsoluteDifference) }),
        ("jitterRFC3550", { .number($0.jitter.rfc3550) }),
        ("interarrivalJitter", { .number($0.interarrivalJitter) }),
        ("oneWayDelayMedian", { .number($0.oneWayDelay.median) }),
        ("oneWayDelay95", { .number($0.oneWayDelay.p95) }),
    ]
}
