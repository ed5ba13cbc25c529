import TraceModel

/// More carriers took a message along than the application allows.
enum TooManyCarriersRule {
    /// CarrierPigeon gives a message to so many at most.
    static let maximumCarriers = 5

    static func findings(in messages: [RelayedMessage]) -> [Finding] {
        messages.compactMap { message in
            guard message.kind == .stanza, message.carrierCount > maximumCarriers else { return nil }
            let relayed = message.deliveries.filter(\.relayed)
            guard let last = relayed.last else { return nil }
            return RelayWords.finding(
                "too-many-carriers", about: message, last, of: relayed,
                message: "\(message.carrierCount) accounts carried \(RelayWords.name(message)), more than "
                    + "\(maximumCarriers).",
                facts: ["carriers": message.carrierCount, "limit": maximumCarriers],
                remedy: "The author should count the carriers that it gives the message to.")
        }
    }
}
