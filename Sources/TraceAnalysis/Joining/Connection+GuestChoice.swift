import ApplicationProtocols
import TraceModel

extension Connection {
    /// Decides which application the session is of.
    ///
    /// - Parameter serviceType: That of the service that the responder announced at this address and port.
    mutating func chooseGuest(serviceType: String?) {
        let streams = carriers.map { guestStreams(over: $0) }
        guard let list = streams.lazy.compactMap({ ($0.initiator ?? $0.responder)?.list }).first else { return }
        if guests == nil { guests = Box(GuestFollower(list)) }
        let evidence = ApplicationEvidence(of: self)
        let builtIn = evidence.application
        let choice = GuestChoice.choose(
            of: list, streams,
            .init(
                serviceType: serviceType, responderPort: responderEndpoint.port,
                isSealed: evidence.isSealed && (builtIn == .tls || isQUIC),
                isBuiltIn: builtIn != .unknown && builtIn != .framed))
        guests!.value.choose(choice)
    }

    /// Takes a conversation of datagrams for one of an application, whatever was read of it.
    ///
    /// - Parameters:
    ///   - index: The index of the application.
    ///   - evidence: In a few words.
    mutating func assign(_ index: Int, because evidence: String, of list: GuestList) {
        if guests == nil {
            let found = ApplicationEvidence(of: self)
            guard !found.isSealed, found.application == .unknown else { return }
            guests = Box(GuestFollower(list))
        }
        guests!.value.choose(GuestChoice(index: index, evidence: evidence, carrier: hasOpenedDatagrams ? .dtls : .udp))
    }
}
