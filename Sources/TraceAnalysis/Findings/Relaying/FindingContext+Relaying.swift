import TraceModel

extension RelayAlteredRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}

extension TooManyCarriersRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] { findings(in: context.report.relayedMessages) }
}

extension DuplicateMessageRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let labels = context.labelsByPeerID
        return findings(in: context.report.relayedMessages) { labels[$0] ?? $0 }
    }
}

extension RelayLoopRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let labels = context.labelsByPeerID
        return findings(in: context.report.relayedMessages) { labels[$0] ?? $0 }
    }
}

extension FindingContext {
    /// What a person would call the peers that sign broadcasts, by the IDs with which they sign.
    fileprivate var labelsByPeerID: [String: String] {
        guard report.relayedMessages.contains(where: { $0.kind == .broadcast }) else { return [:] }
        var owners: [String: String?] = [:]
        for peer in report.peers {
            // An ID of several peers names none of them.
            for id in peer.peerIDs { owners.updateValue(owners[id] == nil ? label(ofPeer: peer.id) : nil, forKey: id) }
        }
        return owners.compactMapValues(\.self)
    }
}
