import TraceModel

/// A message came to the same receiver again: from the same carrier, or in a mesh from anyone.
///
/// In a mesh with cycles broadcasts arrive by several ways, as they should: that is a note.
enum DuplicateMessageRule {
    static func findings(in messages: [RelayedMessage]) -> [Finding] {
        messages.compactMap { message in
            let again = message.deliveries.filter(\.duplicate)
            guard let first = again.first else { return nil }
            let receiver = Excerpt.cut(first.receiver ?? message.recipient ?? "the same peer")
            let carrier = Excerpt.cut(first.carrier ?? "the same account")
            let text: String
            let remedy: String
            switch message.kind {
            case .stanza:
                text =
                    "\(carrier) delivered \(RelayWords.name(message)) again"
                    + (message.duplicates > 1 ? ", the first of \(message.duplicates) times." : ".")
                remedy = "Record which messages the server has accepted, and send none of them twice."
            case .broadcast:
                text =
                    "\(receiver) received \(RelayWords.name(message)) again, from \(carrier)"
                    + (message.duplicates > 1 ? ", the first of \(message.duplicates) duplicate deliveries." : ".")
                remedy = "Relay a message only once. If the mesh has cycles, a second arrival is normal."
            }
            return Finding(
                code: .init(rawValue: "duplicate-message"), severity: message.kind == .stanza ? .warning : .note,
                time: first.shownTime ?? message.time, frames: RelayWords.frames(again),
                subject: RelayWords.subject(first), message: text, remedy: remedy,
                reference: "Docs/findings.md, duplicate-message")
        }
    }
}
