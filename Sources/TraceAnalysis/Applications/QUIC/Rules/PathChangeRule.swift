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
        return [true, false].compactMap { isInitiator in
            finding(
                moves.filter { $0.fromInitiator == isInitiator }, opening,
                SessionEnd(index: index, isInitiator: isInitiator), context)
        }
    }

    private static func finding(
        _ moves: [ConnectionMove], _ opening: QUICOpening, _ end: SessionEnd, _ context: FindingContext
    ) -> Finding? {
        guard let first = moves.first else { return nil }
        let destinations = opening.destinations[isInitiator: end.isInitiator]
        let changes = moves.map { destinations.changed(at: $0.moment.frame) }
        let known = changes.compactMap(\.self)
        let cause: (word: String, words: String)? =
            if known.count < moves.count {
                nil
            } else if known.allSatisfy(\.self) {
                ("migration", ", with another connection ID, as a host does that changes its path itself")
            } else if known.contains(true) {
                ("both", ", with another connection ID at some of these, as a host does that changes its path itself")
            } else {
                (
                    "rebinding",
                    ", with the same connection ID, as if a router (NAT) had given it another address or port"
                )
            }
        let more = moves.count > 1 ? ", and \(moves.count - 1) more time\(moves.count > 2 ? "s" : "")" : ""
        return context.finding(
            "quic-path-changed", .note, sentBy: end, at: moves.map(\.moment),
            message: "\(context.label(of: end)) went on from \(text(first.to)) instead of \(text(first.from))\(more)"
                + "\(cause?.words ?? "").",
            facts: [
                "from": text(first.from), "to": text(first.to), "changes": moves.count, "cause": cause?.word,
            ],
            remedy: cause?.word == "rebinding"
                ? "Nothing is wrong; send something before the router forgets the port, often after 30 s, to keep it."
                : "Nothing is wrong: a device that changes networks does so, and delays may differ from there on.",
            reference: "RFC 9000 §9")
    }

    private static func text(_ end: ConnectionMove.Endpoint) -> String { "\(end.address) port \(end.port)" }
}
