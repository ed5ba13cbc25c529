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
        guests?.value.exchange?.facts
    }

    /// Whether any of them was shown what the ends sent. Nothing is copied: every connection of a report is asked.
    var isReadByGuests: Bool { areStreamsReadByGuests || !isTCP && guests != nil }

    private var areStreamsReadByGuests: Bool { ends.initiator.isReadByGuests || ends.responder.isReadByGuests }

    /// Whether applications read streams: those of TCP, or of an opened QUIC connection.
    var hasStreams: Bool { isTCP || hasContent }

    /// Whether the conversation's datagrams are sealed, and what was inside of some is known.
    var hasOpenedDatagrams: Bool {
        !isTCP && (hasContent || fewDetails != nil && fewDetails!.value.opened?.datagrams != nil)
    }

    /// What carries the application's messages: of a session of which something was opened, what was inside.
    var carriers: [ApplicationCarrier] {
        if isTCP { return ends.initiator.isOpened || ends.responder.isOpened ? [.tls] : [.tcp] }
        guard hasOpenedDatagrams else { return [.udp] }
        return isQUIC ? [.quic, .quicDatagram] : [.dtls]
    }

    /// What both ends sent over one of the ``carriers``, as these applications read it.
    func guestStreams(over carrier: ApplicationCarrier) -> Ends<GuestStream?> {
        func stream(ofInitiator isInitiator: Bool) -> GuestStream? {
            let stream =
                carrier.hasDatagrams
                ? guests?.value.datagramStream(ofInitiator: isInitiator)
                : ends[isInitiator: isInitiator].side?.value.content?.value.guests?.value
            // Where one direction was opened, the other may still be read as it was captured.
            return stream?.carrier == carrier ? stream : nil
        }
        return Ends(initiator: stream(ofInitiator: true), responder: stream(ofInitiator: false))
    }

    /// What one end sent, as the session's application reads it.
    func guestReading(ofInitiator isInitiator: Bool) -> GuestReading? {
        guard let guest else { return nil }
        return guestStreams(over: guest.carrier)[isInitiator: isInitiator]?.reading(of: guest.index)
    }

    /// Ties what both directions say together.
    mutating func settleGuests() {
        guard areStreamsReadByGuests else { return }
        let first = ends.initiator.side!.value.content?.value.takeGuestEvents() ?? []
        let second = ends.responder.side!.value.content?.value.takeGuestEvents() ?? []
        guard !first.isEmpty || !second.isEmpty else { return }
        if guests == nil {
            let contents = [ends.initiator, ends.responder].compactMap { $0.side?.value.content?.value }
            guard let list = contents.lazy.compactMap({ $0.guests?.value.list }).first else { return }
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
        _ payload: Span<UInt8>, as list: GuestList, over carrier: ApplicationCarrier, fromInitiator: Bool,
        moment: PacketMoment
    ) {
        if guests == nil || !guests!.value.readsDatagrams {
            guard guestChances > 0 else { return }
            guestChances -= 1
            let start = ReadingStart(
                isDatagrams: true, resynchronizes: reading.resynchronizes, listsFields: reading.listsMessages)
            guard list.wants(datagram: payload, start, over: carrier) else { return }
            if guests == nil { guests = Box(GuestFollower(list)) }
        }
        let (reading, start) = (reading, conversationStart)
        guests!.value.receive(
            payload, over: carrier, fromInitiator: fromInitiator, moment: moment, reading, start)
        noteDatagrams()
    }
}
