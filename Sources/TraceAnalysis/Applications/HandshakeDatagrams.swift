import PeerMessaging
import WireCoding

/// A DTLS connection (RFC 6347, RFC 9147), as far as its handshake tells in clear.
struct HandshakeDatagrams: Sendable {
    private var initiator = DTLSHandshakeObserver()
    private var responder = DTLSHandshakeObserver()

    mutating func receive(_ payload: Span<UInt8>, fromInitiator: Bool) {
        if fromInitiator { initiator.observe(payload) } else { responder.observe(payload) }
    }

    mutating func turn() { swap(&initiator, &responder) }

    var facts: TLSHandshakeFacts {
        var facts = initiator.facts
        facts.merge(responder.facts)
        return facts
    }
}
