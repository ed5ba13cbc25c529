import SealedChannels
import TraceModel

/// The client wanted to go on with an earlier session, and the server began a new one.
enum RefusedResumptionRule: SessionRule {
    /// What the client went on with.
    private enum Offer: String {
        case ticket, sessionID, psk

        var words: String {
            switch self {
            case .ticket: "the ticket of an earlier session"
            case .sessionID: "the ID of an earlier session"
            case .psk: "a pre-shared key"
            }
        }
    }

    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index), story.fatalAlert == nil, let offer = offer(story.facts)
        else { return [] }
        let end = story.end(ofClient: false, in: index)
        return [
            context.finding(
                "tls-not-resumed", .note, sentBy: end, at: story.hellos,
                message: "The client offered \(offer.words), and \(context.label(of: end)) went on without it, with a "
                    + "full handshake.",
                facts: ["offer": offer.rawValue, "serverName": story.facts.serverName],
                remedy: offer == .psk
                    ? "If the key is to be used, give both ends the same identity and key, and a cipher suite with its hash."
                    : "Nothing is wrong after a restart or a long pause; otherwise let the server keep its ticket keys, and "
                        + "share them among servers of one name.",
                reference: story.facts.version == .tls13 ? "RFC 8446 §2.2" : "RFC 5246 §7.3, RFC 5077 §3.1")
        ]
    }

    /// What was offered and not taken; nil where that cannot be said.
    private static func offer(_ facts: TLSHandshakeFacts) -> Offer? {
        guard facts.hasClientHello, facts.hasServerHello, !facts.awaitsSecondHello else { return nil }
        if facts.version == .tls13 {
            guard facts.offersResumption, !facts.usesPreSharedKey else { return nil }
            if facts.offeredTickets > 0 { return .ticket }
            // Of TLS 1.2, for servers that know nothing newer.
            return facts.offeredIdentities.isEmpty ? nil : .psk
        }
        guard facts.exchangesKeys else { return nil }
        if facts.offersResumption {
            return facts.offeredIdentities.isEmpty || facts.offeredTickets > 0 ? .ticket : .psk
        }
        return facts.offersSessionID ? .sessionID : nil
    }
}

/// The client sent data before the server answered, and the server threw it away.
enum RejectedEarlyDataRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index), isRejected(story) else { return [] }
        let end = story.end(ofClient: false, in: index)
        let bytes = story.rejectedEarly?.bytes
        let moments = [story.client.hello, story.rejectedEarly?.moment, story.server.hello]
        let loss = bytes.map { ": \($0) bytes were thrown away." } ?? "."
        let reason =
            story.facts.isHelloRetried
            ? " and asked for another hello" : story.facts.usesPreSharedKey ? "" : " with the key that it was for"
        return [
            context.finding(
                "zero-rtt-rejected", .note, sentBy: end,
                at: moments.compactMap(\.self).sorted().uniqued,
                message: "\(context.label(of: end)) rejected the 0-RTT data of the client\(reason)\(loss)",
                facts: ["bytes": bytes, "serverName": story.facts.serverName],
                remedy:
                    "Nothing is wrong, as 0-RTT may always be rejected; if it is rejected every time, let the server keep "
                    + "its ticket keys, and allow early data for them.",
                reference: "RFC 8446 §4.2.10")
        ]
    }

    /// Whether it is known that the server has not accepted it: it says so, or uses none of the client's keys, or has asked
    /// for another hello.
    private static func isRejected(_ story: HandshakeStory) -> Bool {
        let facts = story.facts
        guard facts.offersEarlyData, facts.hasServerHello, story.fatalAlert == nil else { return false }
        if let accepts = story.acceptsEarlyData { return !accepts }
        if facts.isHelloRetried { return true }
        return facts.version == .tls13 && !facts.usesPreSharedKey
    }
}

extension [PacketMoment] {
    /// Without the same one twice in a row.
    fileprivate var uniqued: [PacketMoment] {
        reduce(into: []) { kept, moment in if kept.last != moment { kept.append(moment) } }
    }
}
