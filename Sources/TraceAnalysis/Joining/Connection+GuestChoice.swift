import TraceModel

extension Connection {
    /// Decides which application the session is of.
    ///
    /// - Parameter serviceType: That of the service that the responder announced at this address and port.
    mutating func chooseGuest(serviceType: String?) {
        guard let list = (guestStream(ofInitiator: true) ?? guestStream(ofInitiator: false))?.list else { return }
        if guests == nil { guests = Box(GuestFollower(list)) }
        let evidence = ApplicationEvidence(of: self)
        let builtIn = evidence.application
        let choice = GuestChoice.choose(
            of: list, guestStream(ofInitiator: true), guestStream(ofInitiator: false),
            .init(
                serviceType: serviceType, responderPort: responderEndpoint.port,
                isSealed: evidence.isSealed && (builtIn == .tls || isQUIC),
                isBuiltIn: builtIn != .unknown && builtIn != .framed))
        guests!.value.choose(choice)
    }

    /// Takes a conversation of datagrams for one of an application, whatever was read of it.
    mutating func assign(_ choice: GuestChoice, of list: GuestList) {
        if guests == nil {
            let evidence = ApplicationEvidence(of: self)
            guard !evidence.isSealed, evidence.application == .unknown else { return }
            guests = Box(GuestFollower(list))
        }
        guests!.value.choose(choice)
    }
}
