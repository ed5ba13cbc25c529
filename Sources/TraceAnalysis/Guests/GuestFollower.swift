import ApplicationProtocols

/// What a connection keeps for the applications that the analysis was given.
struct GuestFollower: Sendable {
    let list: GuestList
    /// By application, from the first event on: of streams, and of datagrams. A connection of QUIC has both.
    private var streamExchanges: [GuestExchange?]
    private var datagramExchanges: [GuestExchange?]
    /// The readings of a UDP conversation; those of a connection belong to its streams.
    private var datagrams: Ends<GuestStream>?
    /// The index of the application that the session is of; decided when all is known.
    private(set) var choice: GuestChoice?

    init(_ list: GuestList) {
        self.list = list
        streamExchanges = Array(repeating: nil, count: list.entries.count)
        datagramExchanges = streamExchanges
    }

    // MARK: - Datagrams

    /// Takes a datagram.
    mutating func receive(
        _ datagram: Span<UInt8>, over carrier: ApplicationCarrier, fromInitiator: Bool, moment: PacketMoment,
        _ reading: StreamReading, _ start: ConversationStart
    ) {
        if datagrams == nil {
            datagrams = Ends(
                both: GuestStream(
                    list, list.indices(over: carrier), over: carrier, reading, origin: 0, isMidstream: false))
        }
        datagrams![isInitiator: fromInitiator].receive(datagram, at: moment)
        if datagrams!.initiator.marks &+ datagrams!.responder.marks >= PendingMessages.maximumMarks {
            settleDatagrams(start)
        }
    }

    private mutating func settleDatagrams(_ start: ConversationStart) {
        guard datagrams != nil else { return }
        Self.settle(
            datagrams!.initiator.takeEvents(), datagrams!.responder.takeEvents(), start, list, &datagramExchanges)
    }

    /// The datagrams so far were sealed: what was inside of them is read instead.
    mutating func forgetDatagrams() {
        datagrams = nil
        datagramExchanges = Array(repeating: nil, count: list.entries.count)
    }

    /// Whether there was a datagram to read.
    var readsDatagrams: Bool { datagrams != nil }

    /// Bytes of incomplete messages in datagrams.
    var heldBytes: Int { datagrams.map { $0.initiator.heldBytes &+ $0.responder.heldBytes } ?? 0 }

    mutating func takeRecords(fromInitiator: Bool) -> [MessageRecord] {
        datagrams?[isInitiator: fromInitiator].takeRecords() ?? []
    }

    /// What one end's datagrams are read as.
    func datagramStream(ofInitiator isInitiator: Bool) -> GuestStream? { datagrams?[isInitiator: isInitiator] }

    // MARK: - Both directions

    /// Ties the events of both streams together.
    mutating func settle(_ initiator: [GuestEvents], _ responder: [GuestEvents], _ start: ConversationStart) {
        Self.settle(initiator, responder, start, list, &streamExchanges)
    }

    private static func settle(
        _ initiator: [GuestEvents], _ responder: [GuestEvents], _ start: ConversationStart, _ list: GuestList,
        _ exchanges: inout [GuestExchange?]
    ) {
        for index in list.entries.indices where list.entries[index].joinsDirections {
            let one = initiator.first { $0.application == index }?.events ?? []
            let other = responder.first { $0.application == index }?.events ?? []
            guard !one.isEmpty || !other.isEmpty else { continue }
            if exchanges[index] == nil { exchanges[index] = GuestExchange(list.entries[index].application, start) }
            exchanges[index]!.take(initiator: one, responder: other)
        }
    }

    /// The session ended.
    mutating func finish(at time: Int64, _ start: ConversationStart) {
        settleDatagrams(start)
        datagrams?.initiator.close()
        datagrams?.responder.close()
        for index in list.entries.indices {
            if streamExchanges[index] != nil { streamExchanges[index]!.finish(at: time) }
            if datagramExchanges[index] != nil { datagramExchanges[index]!.finish(at: time) }
        }
    }

    /// What both directions together say, as the session's application reads them.
    var exchange: GuestExchange? {
        guard let choice else { return nil }
        return choice.carrier.hasDatagrams ? datagramExchanges[choice.index] : streamExchanges[choice.index]
    }

    /// Changes who is called the initiator.
    mutating func flip() {
        datagrams?.swapEnds()
        for index in list.entries.indices {
            if streamExchanges[index] != nil { streamExchanges[index]!.flip() }
            if datagramExchanges[index] != nil { datagramExchanges[index]!.flip() }
        }
    }

    mutating func choose(_ choice: GuestChoice?) { self.choice = choice }
}
