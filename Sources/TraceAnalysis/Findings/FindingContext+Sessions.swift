import ServiceDiscovery
import TraceModel
import WireCoding

/// One end of a session that a rule judges.
struct SessionEnd {
    /// The session's index in the report.
    let index: Int
    let isInitiator: Bool
}

/// Helpers of the rules about sessions.
extension FindingContext {
    /// The peer IDs announced for the service of a session up to a time, each with the time of the announcement.
    func announcedPeerIDs(of session: Session, until time: Int64) -> [(peerID: String, time: Int64)] {
        guard let index = session.service.flatMap({ naming.indices[$0] }) else { return [] }
        return naming.tracker.services[index].texts.compactMap { text, moment in
            guard moment.time <= time, let peerID = text.peerID, !peerID.isEmpty else { return nil }
            return (peerID, moment.time)
        }
    }

    /// The peer at the responder's end of a session: as it identified itself, or as its service announced last before
    /// the session began.
    ///
    /// - Parameter index: The session's index in the report.
    func responderPeerID(of index: Int) -> String? {
        let own = connections[index].ends.responder.statedPeerID
        let peerID =
            own ?? announcedPeerIDs(of: report.sessions[index], until: connections[index].start).last?.peerID
        return peerID.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Asks both ends of a session something that most have no answer to. Nothing is copied before: what is known of an end
    /// takes two kilobytes, and every rule asks the ends of every session.
    ///
    /// - Parameters:
    ///   - index: The session's index in the report.
    ///   - ask: What an end sent, and which one it is.
    func askEnds<Answer>(of index: Int, _ ask: (ConnectionSide, SessionEnd) -> Answer?) -> [Answer] {
        let answers = (
            ask(connections[index].initiator, SessionEnd(index: index, isInitiator: true)),
            ask(connections[index].responder, SessionEnd(index: index, isInitiator: false))
        )
        switch answers {
        case (nil, nil): return []
        case (let answer?, nil), (nil, let answer?): return [answer]
        case (let first?, let second?): return [first, second]
        }
    }

    /// The end as the report has it.
    func endpoint(_ end: SessionEnd) -> Session.Endpoint {
        end.isInitiator ? report.sessions[end.index].initiator : report.sessions[end.index].responder
    }

    func address(of end: SessionEnd) -> IPAddress {
        end.isInitiator
            ? connections[end.index].initiatorEndpoint.address : connections[end.index].responderEndpoint.address
    }

    /// The name that a person would use for it.
    func label(of end: SessionEnd) -> String { label(of: endpoint(end)) }

    /// A finding about what one end of a session sent. Its first fact is the peer at that end.
    func finding(
        _ code: String, _ severity: Finding.Severity, sentBy end: SessionEnd, at moments: [PacketMoment],
        message: String, facts: FindingFacts, remedy: String, reference: String? = nil
    ) -> Finding {
        var finding = finding(
            code, severity, about: report.sessions[end.index], at: moments, message: message,
            facts: ["peer": endpoint(end).peer], remedy: remedy, reference: reference)
        finding.facts.add(facts)
        return finding
    }
}

extension TXTRecord {
    /// The attribute by which a peer of a mesh identifies itself; nil without it, empty without a value.
    var peerID: String? { value(forKey: "peerID").map { String(decoding: $0, as: UTF8.self) } }
}
