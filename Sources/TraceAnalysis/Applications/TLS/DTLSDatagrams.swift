import SealedChannels
import TraceModel
import WireCoding

/// A DTLS connection (RFC 6347, RFC 9147): the unencrypted part of its handshake.
struct DTLSDatagrams: TwoEnded, DatagramReader {
    var initiator = DTLSHandshakeObserver()
    var responder = DTLSHandshakeObserver()

    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        guard DTLSRecordHeader.looksLikeDTLS(payload) else { return nil }
    }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {
        self[isInitiator: fromInitiator].observe(payload)
    }

    var isProven: Bool { true }
    var bufferedBytes: Int? { initiator.bufferedBytes + responder.bufferedBytes }

    /// An end that holds nothing is read on.
    mutating func evict() {
        if initiator.bufferedBytes > 0 { initiator.finish() }
        if responder.bufferedBytes > 0 { responder.finish() }
    }

    mutating func flip() { swapEnds() }
    mutating func finish() {}

    var facts: TLSHandshakeFacts {
        var facts = initiator.facts
        facts.merge(responder.facts)
        return facts
    }
}
