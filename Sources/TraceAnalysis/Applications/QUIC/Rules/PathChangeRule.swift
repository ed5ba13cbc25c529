import SealedChannels
import TraceModel

/// An end of a connection went on from another address.
enum PathChangeRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        let connection = context.connections[index]
        let moves = connection.details.moves
        guard !moves.isEmpty, let opening = connection.datagramReader(QUICDatagrams.self)?.opened?.value else {
            return []
        }
        return [true, false].flatMap { isInitiator -> [Finding] in
            let destinations = opening.destinations[isInitiator: isInitiator]
            let end = SessionEnd(index: index, isInitiator: isInitiator)
            let own = moves.filter { $0.fromInitiator == isInitiator }
            return [true, false, nil].compactMap { isOther in
                finding(own.filter { destinations.changed(at: $0.moment.frame) == isOther }, isOther, end, context)
            }
        }
    }

    /// - Parameter isOtherID: Whether the packets went to another connection ID from there on; nil if that is not known.
    private static func finding(
        _ moves: [ConnectionMove], _ isOtherID: Bool?, _ end: SessionEnd, _ context: FindingContext
    ) -> Finding? {
        guard let first = moves.first else { return nil }
        let reason =
            switch isOtherID {
            case true?: ", with another connection ID, as a host does that changes its path itself"
            case false?: ", with the same connection ID, as if a router (NAT) had given it another address or port"
            case nil: ""
            }
        let more = moves.count > 1 ? ", and \(moves.count - 1) more time\(moves.count > 2 ? "s" : "")" : ""
        return context.finding(
            "quic-path-changed", .note, sentBy: end, at: moves.map(\.moment),
            message: "\(context.label(of: end)) went on from \(text(first.to)) instead of \(text(first.from))\(more)"
                + "\(reason).",
            facts: [
                "from": text(first.from), "to": text(first.to), "changes": moves.count,
                "cause": isOtherID.map { $0 ? "migration" : "rebinding" },
            ],
            remedy: isOtherID == false
                ? "Nothing is wrong; to keep the port, send something before the router forgets it, often after 30 s."
                : "Nothing is wrong: a device that changes networks does so, and delays may differ from there on.",
            reference: "RFC 9000 §9")
    }

    private static func text(_ end: ConnectionMove.Endpoint) -> String { "\(end.address) port \(end.port)" }
}
