import TraceModel

/// Carriers delivered different texts of one message.
enum RelayAlteredRule {
    static func findings(in messages: [RelayedMessage]) -> [Finding] {
        messages.compactMap { message in
            guard message.kind == .stanza, message.bodies.count > 1 else { return nil }
            let altered = message.deliveries.filter { $0.altered != false }
            let evidence = altered.isEmpty ? message.deliveries : altered
            let carriers = evidence.compactMap(\.carrier).grouped { $0 }.map { Excerpt.cut($0[0]) }
            let known = message.deliveries.contains { $0.altered == false }
            let shown = carriers.prefix(Excerpt.maximumEntries)
            return RelayWords.finding(
                "relay-altered", about: message, evidence[0], of: evidence,
                message: sentence(about: message, by: Array(shown), isKnown: known),
                facts: ["carriers": Array(shown), "texts": message.bodyCount],
                remedy: "Have authors sign their messages, and do not show relayed text that carriers disagree about.")
        }
    }

    private static func sentence(about message: RelayedMessage, by carriers: [String], isKnown: Bool) -> String {
        let texts = message.bodies.prefix(2).map { Excerpt.quoted($0.text ?? "") }
        let name = RelayWords.name(message)
        return isKnown
            ? "\(Excerpt.list(carriers)) carried \(name) with a different text than \(message.bodies[0].copies) of "
                + "\(message.copies) copies: \(texts[1]) instead of \(texts[0])."
            : "The \(message.copies) copies of \(name) have \(message.bodyCount) different texts, such as \(texts[0]) "
                + "and \(texts[1]), and none has a majority."
    }
}
