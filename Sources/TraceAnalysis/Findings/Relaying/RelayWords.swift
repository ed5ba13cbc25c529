import TraceModel

/// Helpers of the findings about relayed messages.
enum RelayWords {
    /// The display name of the message.
    static func name(_ message: RelayedMessage) -> String {
        let author = Excerpt.cut(message.author)
        switch message.kind {
        case .stanza:
            return "message \(Excerpt.quoted(message.id ?? "")) of \(author)"
        case .broadcast:
            return "a broadcast of \(message.bodies.first?.length ?? 0) bytes by \(author)"
        }
    }

    static func frames(_ deliveries: [RelayedMessage.Delivery]) -> [Int] {
        Array(deliveries.compactMap { $0.frame ?? $0.sent?.frame }.prefix(Finding.maximumFrames))
    }

    /// The session that delivered the copy, or else the one that sent it.
    static func subject(_ delivery: RelayedMessage.Delivery) -> Finding.Subject {
        (delivery.session ?? delivery.sent?.session).map { .session($0) } ?? .capture
    }
}

extension RelayedMessage.Delivery {
    /// The time of its delivery, or of its way to the server if that is all there is.
    var shownTime: Double? { time ?? sent?.time }
}
