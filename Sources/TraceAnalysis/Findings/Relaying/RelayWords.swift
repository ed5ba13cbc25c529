import TraceModel

/// Helpers of the findings about relayed messages.
enum RelayWords {
    /// The display name of the message.
    ///
    /// - Parameter label: What a person would call the peer with a peer ID.
    static func name(_ message: RelayedMessage, _ label: (String) -> String = { $0 }) -> String {
        switch message.kind {
        case .stanza:
            "message \(Excerpt.quoted(message.id ?? "")) of \(Excerpt.cut(message.author))"
        case .broadcast:
            "a broadcast of \(message.bodies.first?.length ?? 0) bytes by \(Excerpt.cut(label(message.author)))"
        }
    }

    /// A finding about copies of a message.
    ///
    /// - Parameters:
    ///   - main: The copy that gives time and subject.
    ///   - copies: All that show it.
    ///   - facts: What there is beside the message and the main copy.
    static func finding(
        _ code: String, _ severity: Finding.Severity = .warning, about message: RelayedMessage,
        _ main: RelayedMessage.Delivery, of copies: [RelayedMessage.Delivery], message text: String,
        facts: FindingFacts = [:], remedy: String
    ) -> Finding {
        var all = KeyedValues<Finding.Fact>([
            "kind": message.kind.rawValue, "author": message.author, "messageID": message.id, "carrier": main.carrier,
            "receiver": main.receiver ?? message.recipient, "copies": copies.count,
        ])
        for (name, value) in facts { all.set(name, to: value?.fact) }
        // The time of its delivery, or of its way to the server if that is all there is.
        let session = main.session ?? main.sent?.session
        return Finding(
            code: .init(rawValue: code), severity: severity, time: main.time ?? main.sent?.time ?? message.time,
            frames: Array(copies.compactMap { $0.frame ?? $0.sent?.frame }.prefix(Finding.maximumFrames)),
            subject: session.map { .session($0) } ?? .capture, message: text, remedy: remedy,
            reference: "Docs/findings.md, \(code)", facts: all)
    }
}
