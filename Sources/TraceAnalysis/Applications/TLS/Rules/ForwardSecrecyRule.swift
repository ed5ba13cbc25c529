import SealedChannels
import TraceModel

/// The keys of a session follow from a pre-shared key alone.
enum ForwardSecrecyRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index), let exchange = exchange(story.facts) else { return [] }
        let isTLS13 = exchange.isTLS13
        let isTicket = isTLS13 && story.facts.sharedIdentity == nil && story.facts.offeredTickets > 0
        let identity = story.facts.sharedIdentity.map { " of \(Excerpt.quoted($0))" } ?? ""
        let place = isTLS13 ? "TLS 1.3 without a key share" : exchange.suite.description
        let key = isTicket ? "the key of an earlier session" : "the pre-shared key\(identity)"
        return [
            context.finding(
                "psk-not-forward-secret", .note, about: context.report.sessions[index],
                at: [story.server.hello].compactMap(\.self),
                message:
                    "The keys of the session follow from \(key) alone (\(place)): who learns it can open this session "
                    + "and every other one that was recorded.",
                facts: [
                    "cipherSuite": exchange.suite.description, "pskIdentity": story.facts.sharedIdentity,
                    "kind": isTicket ? "ticket" : "psk",
                ],
                remedy: isTLS13
                    ? "Use psk_dhe_ke, which adds a Diffie-Hellman secret to the key."
                    : "Use TLS 1.3 with psk_dhe_ke, or in TLS 1.2 a suite with ECDHE_PSK.",
                reference: isTLS13 ? "RFC 8446 §2.2" : "RFC 4279 §7.1")
        ]
    }

    /// Nil where another secret was added, or may yet be.
    private static func exchange(_ facts: TLSHandshakeFacts) -> (suite: TLSCipherSuite, isTLS13: Bool)? {
        guard let suite = facts.cipherSuite, !facts.awaitsSecondHello else { return nil }
        if facts.version == .tls13 {
            return facts.usesPreSharedKey && !facts.addsKeyShare ? (suite, true) : nil
        }
        return suite.parameters?.keyExchange == .psk ? (suite, false) : nil
    }
}
