/// A peer relayed a broadcast to one that had seen it.
enum RelayLoopRule {
    static func findings(in messages: [RelayedMessage]) -> [Finding] {
        messages.compactMap { message in
            let loops = message.deliveries.filter { $0.loop == true }
            guard let first = loops.first else { return nil }
            let carrier = FindingContext.cut(first.carrier ?? "A peer")
            let receiver = FindingContext.cut(first.receiver ?? "a peer")
            return Finding(
                code: .init(rawValue: "relay-loop"), severity: .warning, time: first.shownTime ?? message.time,
                frames: RelayWords.frames(loops), subject: RelayWords.subject(first),
                message: "\(carrier) relayed \(RelayWords.name(message)) to \(receiver), which had seen it"
                    + (loops.count > 1 ? ", the first of \(loops.count) such copies." : "."),
                remedy: "Relay only to peers that are not in seenBy, and not to the one that the message came from.",
                reference: "Docs/findings.md, relay-loop")
        }
    }
}
