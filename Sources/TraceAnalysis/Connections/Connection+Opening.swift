import PacketDissection

// Who began, and which SYNs belong to a connection, in whatever order they lie in the file: captures of several queues or interfaces are not
// always in the order of time.
extension Connection {
    /// Bytes that a sender may have sent between a SYN and what the file has of it before that. By chance another connection's
    /// numbers are as near once in 4,096 times.
    private static let maximumLead: UInt32 = 1 << 20
    /// By how much the times of packets in a wrong order may be wrong too, in nanoseconds.
    private static let maximumDisorder: Int64 = 1_000_000_000

    /// Whether a packet refuses a SYN: a reset has no sequence number only if what it answers has no acknowledgment number
    /// (RFC 9293 §3.5.2).
    static func refuses(_ tcp: TCPFields, payloadLength: Int) -> Bool {
        tcp.flags.contains([.rst, .ack]) && !tcp.flags.contains(.syn) && tcp.sequenceNumber == 0 && payloadLength == 0
    }

    /// Whether a datagram is the answer of one host to another one.
    func isAnswer(_ packet: borrowing DissectedPacket, payload: Span<UInt8>, reversed: Bool) -> Bool {
        let receiver = reversed ? key.first : key.second
        guard !receiver.address.mayBeGroup else { return false }
        return DatagramAnswer.isAnswer(payload, length: packet.payloadLength, packet.ports)
    }

    /// Takes note of a SYN before it is followed.
    ///
    /// - Parameter reversed: Whether the packet's source is the second endpoint of the key.
    /// - Returns: False for the SYN of another connection between the same ports (RFC 9293 §3.5): its sequence number
    ///   differs.
    @inline(never)
    mutating func admits(_ tcp: TCPFields, reversed: Bool, at time: Int64) -> Bool {
        let fromInitiator = reversed != initiatorIsFirst
        if midstream { return takeOpening(tcp, fromInitiator: fromInitiator, at: time) }
        if tcp.flags.contains(.ack) { return true }
        return fromInitiator ? tcp.sequenceNumber == initialSequence : opensToo(tcp)
    }

    /// Whether it is the SYN that began the connection.
    func isOpened(by tcp: TCPFields, reversed: Bool) -> Bool {
        !midstream && reversed != initiatorIsFirst && !tcp.flags.contains(.ack) && tcp.sequenceNumber == initialSequence
    }

    /// Whether a packet brings what its sender had not sent yet: bytes, an acknowledgment, or the end.
    func isNews(_ tcp: TCPFields, length: Int, reversed: Bool) -> Bool {
        if tcp.flags.contains(.rst) { return firstReset == nil }
        return ends[isInitiator: reversed != initiatorIsFirst].isNews(tcp, length: length)
    }

    /// Whether the responder's SYN crosses the initiator's, or repeats one that did (RFC 9293 §3.5, figure 7).
    private func opensToo(_ tcp: TCPFields) -> Bool {
        guard synAckCount == 0 || isSimultaneous else { return false }
        return ends.responder.isSilent || ends.responder.hasSYN && ends.responder.base == tcp.sequenceNumber &+ 1
    }

    /// The same for a connection of which other packets came before its SYN: the file has them in another order, or not all.
    private mutating func takeOpening(_ tcp: TCPFields, fromInitiator: Bool, at time: Int64) -> Bool {
        let isAnswer = tcp.flags.contains(.ack)
        guard opened(by: tcp, fromInitiator: fromInitiator, at: time) else { return isAnswer }
        // The first packet in the file was the responder's.
        if fromInitiator == isAnswer { flip() }
        initialSequence = isAnswer ? tcp.acknowledgmentNumber &- 1 : tcp.sequenceNumber
        if !isAnswer { midstream = false }
        return true
    }

    /// Whether what was seen of a SYN's sender, or acknowledged to it, comes right after the SYN. If the SYN is earlier by its time
    /// too, there may be more between them.
    private func opened(by tcp: TCPFields, fromInitiator: Bool, at time: Int64) -> Bool {
        let isEarlier = time <= start
        // Simple stacks use the same ports again, with the same numbers. A refusal alone answers this SYN.
        let isRefusal = initialSequence != nil && ends.initiator.isSilent
        let isOver = !isRefusal && (ends.initiator.hasFinish || ends.responder.hasFinish || firstReset != nil)
        guard isEarlier || !isOver && time - start <= Self.maximumDisorder else { return false }
        if !tcp.flags.contains(.ack), let initialSequence {
            return fromInitiator && tcp.sequenceNumber == initialSequence
        }
        let (sender, receiver) = (ends[isInitiator: fromInitiator], ends[isInitiator: !fromInitiator])
        guard !sender.hasSYN, let known = sender.firstSequence ?? receiver.lastAcknowledgment else { return false }
        return known &- (tcp.sequenceNumber &+ 1) <= (isEarlier ? Self.maximumLead : 0)
    }
}
