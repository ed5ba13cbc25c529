import ApplicationProtocols
import TraceModel

/// The applications that the analysis was given.
extension Connection {
    /// Reads the connection as these applications too; before its first packet is followed.
    mutating func admit(_ list: GuestList) { guests = Box(GuestFollower(list)) }

    var conversationStart: ConversationStart {
        ConversationStart(established: isTCP ? established : start, isMidstream: midstream)
    }

    /// The application that the session is of, if it is one of these.
    var guest: GuestChoice? { guests?.value.choice }

    /// What one end sent, as these applications read it.
    func guestStream(ofInitiator isInitiator: Bool) -> GuestStream? {
        guard isTCP else { return guests?.value.datagramStream(ofInitiator: isInitiator) }
        return ends[isInitiator: isInitiator].side?.value.content?.value.guests?.value
    }

    /// What one end sent, as the session's application reads it.
    func guestReading(ofInitiator isInitiator: Bool) -> GuestReading? {
        guard let guest else { return nil }
        return guestStream(ofInitiator: isInitiator)?.reading(of: guest.index)
    }

    /// Decides which application the session is of.
    ///
    /// - Parameter serviceType: That of the service that the responder announced at this address and port.
    mutating func chooseGuest(serviceType: String?) {
        guard let list = guests?.value.list else { return }
        let builtIn = ApplicationEvidence(of: self).application
        let choice = GuestChoice.choose(
            of: list, guestStream(ofInitiator: true), guestStream(ofInitiator: false),
            .init(
                serviceType: serviceType, responderPort: responderEndpoint.port, isSealed: builtIn == .tls || isQUIC,
                isBuiltIn: builtIn != .unknown && builtIn != .framed))
        guests!.value.choose(choice)
    }

    /// Ties what both directions say together.
    mutating func settleGuests() {
        guard isTCP, !ends.initiator.isOpening else { return }
        let first = ends.initiator.side!.value.content?.value.takeGuestEvents() ?? []
        let second = ends.responder.side!.value.content?.value.takeGuestEvents() ?? []
        guard !first.isEmpty || !second.isEmpty else { return }
        let (one, other) = (guestStream(ofInitiator: true), guestStream(ofInitiator: false))
        guests!.value.settle(first, one, second, other, conversationStart)
    }

    mutating func finishGuests() {
        settleGuests()
        guests!.value.finish(at: end, conversationStart)
    }

    /// The held bytes of datagrams count on one side, so that only their reader accounts for them.
    mutating func noteGuests() {
        guard let held = guests?.value.heldBytes, held > 0 else { return }
        ends.initiator.noteDatagrams(bufferedBytes: held + (datagrams?.bufferedBytes ?? 0))
    }
}
