import ApplicationProtocols
import ServiceDiscovery
import TraceModel

/// The applications that the analysis was given, and those that it brings along.
extension ReportBuilder {
    /// Decides which sessions are theirs, now that services and both ends are known.
    ///
    /// - Parameter order: The indices of the claims of services, in the order of the report.
    mutating func chooseGuests(services order: [Int]) {
        guard let guests else { return }
        for index in connections.indices where connections[index].isReadByGuests {
            let responder = connections[index].responderEndpoint
            let service = serviceIndex.service(
                at: responder.address, port: responder.port, isTCP: connections[index].isTCP,
                before: connections[index].start)
            connections[index].chooseGuest(
                serviceType: service.map { tracker.services[order[$0]].name.type.description })
        }
        for index in guests.entries.indices { followAnnouncements(of: index, guests) }
    }

    /// Conversations of datagrams with an end that a session of the same application announced.
    ///
    /// - Parameter guest: The index of the application.
    private mutating func followAnnouncements(of guest: Int, _ list: GuestList) {
        guard let application = list.entries[guest].builtIn else { return }
        var announced: Set<AnnouncedEndpoint> = []
        for index in connections.indices where connections[index].guest?.index == guest {
            guard let facts = connections[index].guestFacts else { continue }
            announced.formUnion(application.endpoints(announcedBy: facts))
        }
        guard !announced.isEmpty else { return }
        for index in connections.indices where !connections[index].isTCP && connections[index].guest == nil {
            let ends = [connections[index].initiatorEndpoint, connections[index].responderEndpoint]
            guard ends.contains(where: { announced.contains(.init(address: $0.address, port: $0.port)) }) else {
                continue
            }
            connections[index].assign(guest, because: "an address that a peer announced", of: list)
        }
    }

    /// What they made of the sessions.
    func protocols(_ sessions: [Session]) -> [TraceReport.ProtocolSummary] {
        (guests?.entries ?? []).filter { $0.builtIn == nil }.map { entry in
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
        if let application = connection.builtInGuest {
            guard let facts = connection.guestFacts else { return }
            return add(application.identities(in: facts), of: connection)
        }
        for (isInitiator, end) in [(true, connection.initiatorEndpoint), (false, connection.responderEndpoint)] {
            guard let senders = connection.guestReading(ofInitiator: isInitiator)?.tally.senders, senders.count == 1,
                let sender = senders.first
            else { continue }
            directory.add(sender: sender.name, at: end.address, moment: sender.moment)
        }
    }

    /// Adds who the ends of a session are.
    mutating func add(_ identities: [EndIdentity], of connection: Connection) {
        for identity in identities {
            let isInitiator = identity.side == .initiator
            let end = isInitiator ? connection.initiatorEndpoint : connection.responderEndpoint
            directory.add(identity, at: end.address)
        }
    }
}
