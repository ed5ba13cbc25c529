import ApplicationProtocols
import ServiceDiscovery
import TraceModel

/// The applications that the analysis was given.
extension ReportBuilder {
    /// Decides which sessions are theirs, now that services and both ends are known.
    ///
    /// - Parameter order: The indices of the claims of services, in the order of the report.
    mutating func chooseGuests(services order: [Int]) {
        guard guests != nil else { return }
        for index in connections.indices {
            let responder = connections[index].responderEndpoint
            let service = serviceIndex.service(
                at: responder.address, port: responder.port, isTCP: connections[index].isTCP,
                before: connections[index].start)
            connections[index].chooseGuest(
                serviceType: service.map { tracker.services[order[$0]].name.type.description })
        }
    }

    /// What they made of the sessions.
    func protocols(_ sessions: [Session]) -> [TraceReport.ProtocolSummary] {
        (guests?.entries ?? []).map { entry in
            let own = sessions.filter { $0.application.rawValue == entry.application.name }
            func sum(_ value: (SessionDirection) -> Int?) -> Int {
                own.reduce(0) { $0 + (value($1.forward) ?? 0) + (value($1.backward) ?? 0) }
            }
            return TraceReport.ProtocolSummary(
                name: entry.application.name, source: entry.application.source, sessions: own.count,
                messages: sum(\.messages), malformed: sum(\.malformedMessages))
        }
    }

    /// The identities of a session's ends, by the authors of its messages. A direction with several authors passes on what others
    /// wrote.
    mutating func nameSenders(of connection: Connection) {
        guard connection.guest != nil else { return }
        for (isInitiator, end) in [(true, connection.initiatorEndpoint), (false, connection.responderEndpoint)] {
            guard let senders = connection.guestReading(ofInitiator: isInitiator)?.tally.senders, senders.count == 1,
                let sender = senders.first
            else { continue }
            directory.add(sender: sender.name, at: end.address, moment: sender.moment)
        }
    }
}
