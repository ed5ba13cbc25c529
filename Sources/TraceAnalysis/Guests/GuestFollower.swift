import ApplicationProtocols

/// What a connection keeps for the applications that the analysis was given.
struct GuestFollower: Sendable {
    let list: GuestList
    /// By application, from the first event on.
    private var exchanges: [GuestExchange?]
    /// The readings of a UDP conversation; those of a connection belong to its streams.
    private var datagrams: Ends<GuestStream>?
    /// The index of the application that the session is of; decided when all is known.
    private(set) var choice: GuestChoice?

    init(_ list: GuestList) {
        self.list = list
        exchanges = Array(repeating: nil, count: list.entries.count)
    }

    // MARK: - Datagrams

    /// Takes a datagram.
    mutating func receive(
        _ datagram: Span<UInt8>, fromInitiator: Bool, moment: PacketMoment, _ reading: StreamReading,
        _ start: ConversationStart
    ) {
        if datagrams == nil {
            let wanted = list.indices(overDatagrams: true)
            datagrams = Ends(
                both: GuestStream(list, wanted, reading, origin: 0, isMidstream: false, isDatagrams: true))
        }
        datagrams![isInitiator: fromInitiator].receive(datagram, at: moment)
        if datagrams!.initiator.marks &+ datagrams!.responder.marks >= PendingMessages.maximumMarks {
            settleDatagrams(start)
        }
    }

    private mutating func settleDatagrams(_ start: ConversationStart) {
        guard datagrams != nil else { return }
        settle(datagrams!.initiator.takeEvents(), datagrams!.responder.takeEvents(), start)
    }

    /// Bytes of incomplete messages in datagrams.
    var heldBytes: Int { datagrams.map { $0.initiator.heldBytes &+ $0.responder.heldBytes } ?? 0 }

    mutating func takeRecords(fromInitiator: Bool) -> [MessageRecord] {
        datagrams?[isInitiator: fromInitiator].takeRecords() ?? []
    }

    /// What one end's datagrams are read as.
    func datagramStream(ofInitiator isInitiator: Bool) -> GuestStream? { datagrams?[isInitiator: isInitiator] }

    // MARK: - Both directions

    /// Ties the events of both directions together.
    mutating func settle(_ initiator: [GuestEvents], _ responder: [GuestEvents], _ start: ConversationStart) {
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
        for index in exchanges.indices where exchanges[index] != nil { exchanges[index]!.finish(at: time) }
    }

    /// What both directions together say, as one application reads them.
    func exchange(of index: Int) -> GuestExchange? { exchanges[index] }

    /// Changes who is called the initiator.
    mutating func flip() {
        datagrams?.swapEnds()
        for index in exchanges.indices where exchanges[index] != nil { exchanges[index]!.flip() }
    }

    mutating func choose(_ choice: GuestChoice?) { self.choice = choice }
}
