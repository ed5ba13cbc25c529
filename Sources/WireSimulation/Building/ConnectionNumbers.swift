import PacketDissection

/// Both ends of a TCP connection, and the sequence numbers that they have come to.
struct ConnectionNumbers: Sendable {
    struct End: Sendable {
        let host: SyntheticHost
        let port: UInt16
        /// The next sequence number.
        var sequence: UInt32
    }

    private var initiator: End
    private var responder: End

    /// - Parameter initialSequence: The initiator's; the responder's is 2³⁰ more.
    init(
        from initiator: SyntheticHost, port initiatorPort: UInt16, to responder: SyntheticHost,
        port responderPort: UInt16,
        initialSequence: UInt32
    ) {
        self.initiator = End(host: initiator, port: initiatorPort, sequence: initialSequence)
        self.responder = End(host: responder, port: responderPort, sequence: initialSequence &+ 0x4000_0000)
    }

    subscript(side: SyntheticSide) -> End { side == .initiator ? initiator : responder }

    /// Moves on as if that many bytes had been sent.
    mutating func skip(_ count: Int, from side: SyntheticSide) {
        switch side {
        case .initiator: initiator.sequence &+= UInt32(truncatingIfNeeded: count)
        case .responder: responder.sequence &+= UInt32(truncatingIfNeeded: count)
        }
    }

    /// The header of a segment at the current numbers, which acknowledges all of the other side's if it has the flag.
    func header(_ flags: TCPFlags, from side: SyntheticSide, options: [TCPOption] = []) -> TCPHeader {
        TCPHeader(
            sourcePort: self[side].port, destinationPort: self[side.other].port,
            sequenceNumber: self[side].sequence,
            acknowledgmentNumber: flags.contains(.ack) ? self[side.other].sequence : 0, flags: flags, options: options)
    }
}
