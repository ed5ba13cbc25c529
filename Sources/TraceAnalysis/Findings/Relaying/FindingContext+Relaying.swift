import TraceModel

extension RelayAlteredRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}

extension TooManyCarriersRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}

extension DuplicateMessageRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.namedRelayedMessages) }
}

extension RelayLoopRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.namedRelayedMessages) }
}

extension FindingContext {
    /// The relayed messages, broadcasts with labels of peers in place of the IDs with which they sign.
    fileprivate var namedRelayedMessages: [RelayedMessage] {
        var owners: [String: String?] = [:]
        for peer in report.peers {
            // An ID of several peers names none of them.
            for id in peer.peerIDs { owners.updateValue(owners[id] == nil ? label(ofPeer: peer.id) : nil, forKey: id) }
        }
        let labels = owners.compactMapValues(\.self)
        return report.relayedMessages.map { message in
            guard message.kind == .broadcast else { return message }
            var named = message
            named.author = labels[message.author] ?? message.author
            for index in named.deliveries.indices {
                let delivery = message.deliveries[index]
                named.deliveries[index].carrier = delivery.carrier.map { labels[$0] ?? $0 }
                named.deliveries[index].receiver = delivery.receiver.map { labels[$0] ?? $0 }
                named.deliveries[index].missingFromSeenBy = delivery.missingFromSeenBy.map { labels[$0] ?? $0 }
            }
            return named
        }
    }
}
