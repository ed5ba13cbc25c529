import TraceModel
import WireCoding

/// Streams of network events over UDP.
enum NetworkEventApplication: NativeApplication {
    typealias Datagrams = EventDatagrams

    static var rules: [any FindingRule.Type] { [UndecodableEventRule.self] }

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        connection.datagramReader(EventDatagrams.self).map { events in
            ApplicationEvidence(
                .networkEvent, because: "\(events.initiator.count + events.responder.count) network events")
        }
    }

    static func isNamed(_ application: Session.Application) -> Bool { application == .networkEvent }

    static func firstMessage(of connection: Connection) -> PacketMoment? {
        let events = connection.datagramReader(EventDatagrams.self)
        return [events?.initiator.first, events?.responder.first].compactMap(\.self).min()
    }

    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) {
        guard let events = end.connection.datagramReader(EventDatagrams.self) else { return }
        let side = events[isInitiator: end.isInitiator]
        direction.messages = side.count
        direction.messageTypes = side.byName
        direction.messageBytes = side.bytes
        direction.malformedMessages = side.malformed
        direction.duplicateMessages = side.duplicates
    }
}

/// A datagram of an event stream that is not an event.
enum UndecodableEventRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[index].application == .networkEvent,
            let events = context.connections[index].datagramReader(EventDatagrams.self)
        else { return [] }
        return [true, false].compactMap { isInitiator in
            let (side, end) = (events[isInitiator: isInitiator], SessionEnd(index: index, isInitiator: isInitiator))
            return side.firstFault.flatMap { context.undecodable($0, of: side.malformed, sentBy: end) }
        }
    }
}
