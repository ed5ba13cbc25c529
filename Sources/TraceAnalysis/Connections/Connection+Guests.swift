import ApplicationProtocols

/// The applications that the analysis was given, and those that it brings along.
extension Connection {
    var conversationStart: ConversationStart {
        ConversationStart(established: isTCP ? established : start, isMidstream: midstream)
    }

    /// The application that the session is of, if it is one of these.
    var guest: GuestChoice? { guests?.value.choice }

    /// The same, if the analyzer brings it along.
    var builtInGuest: (any BuiltInApplication)? {
        guard let guest else { return nil }
        return guests?.value.list.entries[guest.index].builtIn
    }

    /// What the session's application says of it as a whole.
    var guestFacts: (any Sendable)? {
        guard let guest else { return nil }
        return guests?.value.exchange(of: guest.index)?.facts
    }

    /// Whether any of them was shown what the ends sent. Nothing is copied: every connection of a report is asked.
    var isReadByGuests: Bool {
        hasStreams ? ends.initiator.isReadByGuests || ends.responder.isReadByGuests : guests != nil
    }

    /// Whether applications read streams: those of TCP, or of an opened QUIC connection.
    var hasStreams: Bool { isTCP || hasContent }

    /// What one end sent, as these applications read it.
    func guestStream(ofInitiator isInitiator: Bool) -> GuestStream? {
        guard hasStreams else { return guests?.value.datagramStream(ofInitiator: isInitiator) }
        return ends[isInitiator: isInitiator].side?.value.content?.value.guests?.value
    }

    /// What one end sent, as the session's application reads it.
    func guestReading(ofInitiator isInitiator: Bool) -> GuestReading? {
        guard let guest else { return nil }
        return guestStream(ofInitiator: isInitiator)?.reading(of: guest.index)
    }

    /// Ties what both directions say together.
    mutating func settleGuests() {
        guard hasStreams, isReadByGuests else { return }
        let first = ends.initiator.side!.value.content?.value.takeGuestEvents() ?? []
        let second = ends.responder.side!.value.content?.value.takeGuestEvents() ?? []
        guard !first.isEmpty || !second.isEmpty else { return }
        if guests == nil {
            guard let list = (guestStream(ofInitiator: true) ?? guestStream(ofInitiator: false))?.list else { return }
            guests = Box(GuestFollower(list))
        }
        let start = conversationStart
        guests!.value.settle(first, second, start)
    }

    mutating func finishGuests() {
        settleGuests()
        let (end, start) = (end, conversationStart)
        guests?.value.finish(at: end, start)
    }

    /// Reads a datagram as these applications.
    mutating func read(
        _ payload: Span<UInt8>, as list: GuestList, fromInitiator: Bool, moment: PacketMoment
    ) {
        if guests == nil {
            guard guestChances > 0 else { return }
            guestChances -= 1
            let start = ReadingStart(
                isDatagrams: true, resynchronizes: reading.resynchronizes, listsFields: reading.listsMessages)
            guard list.wants(datagram: payload, start) else { return }
            guests = Box(GuestFollower(list))
        }
        let (reading, start) = (reading, conversationStart)
        guests!.value.receive(payload, fromInitiator: fromInitiator, moment: moment, reading, start)
        noteDatagrams()
    }
}
