import TraceModel

/// A peer relayed a broadcast to one that had already seen it, or with an incomplete list of those that have: the list
/// keeps copies from coming back.
enum RelayLoopRule {
    /// - Parameter label: What a person would call the peer with a peer ID.
    static func findings(in messages: [RelayedMessage], label: (String) -> String = { $0 }) -> [Finding] {
        loops(in: messages, label) + shortenedLists(in: messages, label)
    }

    private static func loops(in messages: [RelayedMessage], _ label: (String) -> String) -> [Finding] {
        messages.compactMap { message in
            let loops = message.deliveries.filter { $0.loop == true }
            guard let first = loops.first else { return nil }
            let carrier = Excerpt.cut(first.carrier.map(label) ?? "A peer")
            let receiver = Excerpt.cut(first.receiver.map(label) ?? "a peer")
            return RelayWords.finding(
                "relay-loop", about: message, first, of: loops,
                message:
                    "\(carrier) relayed \(RelayWords.name(message, label)) to \(receiver), which had already seen it"
                    + (loops.count > 1 ? ", the first of \(loops.count) such copies." : "."),
                remedy: "Relay only to peers that are not in seenBy, and not to the peer that the message came from.")
        }
    }

    private static func shortenedLists(in messages: [RelayedMessage], _ label: (String) -> String) -> [Finding] {
        messages.compactMap { message in
            let copies = message.deliveries.filter { !$0.missingFromSeenBy.isEmpty }
            guard let first = copies.first else { return nil }
            let carrier = Excerpt.cut(first.carrier.map(label) ?? "A peer")
            let missing = first.missingFromSeenBy.map { $0 == first.carrier ? "itself" : Excerpt.cut(label($0)) }
            return RelayWords.finding(
                "relay-loop", about: message, first, of: copies,
                message:
                    "\(carrier) relayed \(RelayWords.name(message, label)) without \(Excerpt.list(missing)) in its "
                    + "seenBy, so it may come back"
                    + (copies.count > 1 ? ", the first of \(copies.count) such copies." : "."),
                facts: ["missingFromSeenBy": first.missingFromSeenBy],
                remedy: "Add the relay to the seenBy that came with the message, and remove no entry.")
        }
    }
}
