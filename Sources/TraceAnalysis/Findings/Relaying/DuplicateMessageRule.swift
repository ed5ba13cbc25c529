import TraceModel

/// A message came to the same receiver again: from the same carrier, or in a mesh from anyone.
///
/// In a mesh with cycles broadcasts arrive by several ways, as they should: that is a note.
enum DuplicateMessageRule {
    /// - Parameter label: What a person would call the peer with a peer ID.
    static func findings(in messages: [RelayedMessage], label: (String) -> String = { $0 }) -> [Finding] {
        messages.compactMap { message in
            let again = message.deliveries.filter(\.duplicate)
            guard let first = again.first else { return nil }
            func name(_ id: String) -> String { message.kind == .broadcast ? label(id) : id }
            let receiver = Excerpt.cut((first.receiver ?? message.recipient).map(name) ?? "the same peer")
            let carrier = Excerpt.cut(first.carrier.map(name) ?? "the same account")
            let text: String
            let remedy: String
            switch message.kind {
            case .stanza:
                text =
                    "\(carrier) delivered \(RelayWords.name(message, label)) again"
                    + (message.duplicates > 1 ? ", the first of \(message.duplicates) times." : ".")
                remedy = "Record which messages the server has accepted, and send none of them twice."
            case .broadcast:
                text =
                    "\(receiver) received \(RelayWords.name(message, label)) again, from \(carrier)"
                    + (message.duplicates > 1 ? ", the first of \(message.duplicates) duplicate deliveries." : ".")
                remedy = "Relay a message only once. If the mesh has cycles, a second arrival is normal."
            }
            return RelayWords.finding(
                "duplicate-message", message.kind == .stanza ? .warning : .note, about: message, first, of: again,
                message: text, facts: ["duplicates": message.duplicates], remedy: remedy)
        }
    }
}
