import PeerMessaging
import WireCoding
import SealedChannels

/// A DTLS connection (RFC 6347, RFC 9147): the unencrypted part of its handshake.
struct HandshakeDatagrams: Sendable {
    private var initiator = DTLSHandshakeObserver()
    private var responder = DTLSHandshakeObserver()

    mutating func receive(_ payload: Span<UInt8>, fromInitiator: Bool) {
        if fromInitiator { initiator.observe(payload) } else { responder.observe(payload) }
    }

    /// Bytes of incomplete handshake messages that are held.
    var bufferedBytes: Int { initiator.bufferedBytes + responder.bufferedBytes }

    /// Gives up what is held; an end that holds nothing is read on.
    mutating func shed() {
        if initiator.bufferedBytes > 0 { initiator.finish() }
        if responder.bufferedBytes > 0 { responder.finish() }
    }

    mutating func turn() { swap(&initiator, &responder) }

    var facts: TLSHandshakeFacts {
        var facts = initiator.facts
        facts.merge(responder.facts)
        return facts
    }
}
