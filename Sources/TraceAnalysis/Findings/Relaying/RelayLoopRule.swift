import TraceModel

/// A peer relayed a broadcast to one that had already seen it, or with an incomplete list of those that have: the list
/// keeps copies from coming back.
enum RelayLoopRule {
    static func findings(in messages: [RelayedMessage]) -> [Finding] {
        loops(in: messages) + shortenedLists(in: messages)
    }

    private static func loops(in messages: [RelayedMessage]) -> [Finding] {
        messages.compactMap { message in
            let loops = message.deliveries.filter { $0.loop == true }
            guard let first = loops.first else { return nil }
            let carrier = Excerpt.cut(first.carrier ?? "A peer")
            let receiver = Excerpt.cut(first.receiver ?? "a peer")
            return Finding(
                code: .init(rawValue: "relay-loop"), severity: .warning, time: first.shownTime ?? message.time,
                frames: RelayWords.frames(loops), subject: RelayWords.subject(first),
                message: "\(carrier) relayed \(RelayWords.name(message)) to \(receiver), which had already seen it"
                    + (loops.count > 1 ? ", the first of \(loops.count) such copies." : "."),
                remedy: "Relay only to peers that are not in seenBy, and not to the peer that the message came from.",
                reference: "Docs/findings.md, relay-loop")
        }
    }

    private static func shortenedLists(in messages: [RelayedMessage]) -> [Finding] {
        messages.compactMap { message in
            let copies = message.deliveries.filter { !$0.missingFromSeenBy.isEmpty }
            guard let first = copies.first else { return nil }
            let carrier = Excerpt.cut(first.carrier ?? "A peer")
            let missing = first.missingFromSeenBy.map { $0 == first.carrier ? "itself" : Excerpt.cut($0) }
            return Finding(
                code: .init(rawValue: "relay-loop"), severity: .warning, time: first.shownTime ?? message.time,
                frames: RelayWords.frames(copies), subject: RelayWords.subject(first),
                message:
                    "\(carrier) relayed \(RelayWords.name(message)) without \(Excerpt.list(missing)) in its "
                    + "seenBy, so it may come back"
                    + (copies.count > 1 ? ", the first of \(copies.count) such copies." : "."),
                remedy: "Add the relay to the seenBy that came with the message, and remove no entry.",
                reference: "Docs/findings.md, relay-loop")
        }
    }
}
