import PacketDissection
import WireCoding

/// A TCP connection or a UDP conversation of one capture, with what is needed to find it in another one.
struct TrailConnection: Sendable {
    /// Datagrams at the beginning of a conversation among which an Initial packet shows that it is QUIC: the client may
    /// repeat its own before the server answers.
    private static let quicEvidence = 4

    let key: FlowKey
    /// Whether the initiator is the first end of the key.
    let initiatorIsFirst: Bool
    /// TCP: the initiator's, where its SYN was captured.
    let initialSequence: UInt32?
    /// TCP: the responder's, where both open at the same time (RFC 9293 §3.5).
    private var crossingSequence: UInt32?
    private var hasAnswer = false
    private var datagrams = 0
    private(set) var isQUIC = false

    /// - Parameter reversed: Whether the packet's source is the second end of the key.
    init(key: FlowKey, _ packet: DissectedPacket, reversed: Bool) {
        self.key = key
        let flags = packet.tcp.flags
        let isTCP = packet.transport == .tcp
        // The host that answers a SYN is not the initiator.
        initiatorIsFirst = reversed == (isTCP && flags.contains([.syn, .ack]))
        initialSequence = isTCP && flags.isOpening ? packet.tcp.sequenceNumber : nil
    }

    /// Whether a SYN begins another connection between the same ports: its sequence number is new.
    func isReopened(by packet: DissectedPacket, reversed: Bool) -> Bool {
        guard packet.transport == .tcp, packet.tcp.flags.isOpening else { return false }
        let number = packet.tcp.sequenceNumber
        if reversed != initiatorIsFirst { return number != initialSequence }
        if let crossingSequence { return number != crossingSequence }
        return hasAnswer || initialSequence == nil
    }

    /// Follows a packet.
    mutating func note(_ packet: DissectedPacket, payload: Span<UInt8>, reversed: Bool) {
        if packet.transport == .udp {
            datagrams += 1
            if datagrams <= Self.quicEvidence, !isQUIC {
                isQUIC = QUICDatagrams.begins(payload, length: packet.payloadLength)
            }
        } else if reversed == initiatorIsFirst {
            if packet.tcp.flags.isOpening, !hasAnswer { crossingSequence = packet.tcp.sequenceNumber }
            hasAnswer = true
        }
    }
}

extension TCPFlags {
    /// SYN without ACK.
    fileprivate var isOpening: Bool { contains(.syn) && !contains(.ack) }
}
