import ServiceDiscovery
import TraceModel

/// Helpers of the rules about sessions.
extension FindingContext {
    /// The peer IDs that the service which a session leads to was told to have, up to a time, each with when it was told.
    func announcedPeerIDs(of session: Session, until time: Int64) -> [(peerID: String, time: Int64)] {
        guard let index = session.service.flatMap({ claimIndices[$0] }) else { return [] }
        return naming.tracker.services[index].texts.compactMap { text, moment in
            guard moment.time <= time, let value = text.value(forKey: "peerID"), !value.isEmpty else { return nil }
            return (String(decoding: value, as: UTF8.self), moment.time)
        }
    }

    /// The peer at the responder's end of a session: as it identified itself, or as its service announced last before
    /// the session began.
    ///
    /// - Parameter index: The session's index in the report.
    func responderPeerID(of index: Int) -> String? {
        let own = connections[index].responder.decoder.mesh.identity?.peerID
        let peerID =
            own ?? announcedPeerIDs(of: report.sessions[index], until: connections[index].start).last?.peerID
        return peerID.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Asks both ends of a session something that most have no answer to. Nothing is copied before: what is known of an end
    /// takes two kilobytes, and every rule asks the ends of every session.
    ///
    /// - Parameters:
    ///   - index: The session's index in the report.
    ///   - ask: What an end sent, and whether it is the initiator.
    func askEnds<Answer>(of index: Int, _ ask: (ConnectionSide, _ isInitiator: Bool) -> Answer?) -> [Answer] {
        let answers = (ask(connections[index].initiator, true), ask(connections[index].responder, false))
        switch answers {
        case (nil, nil): return []
        case (let answer?, nil), (nil, let answer?): return [answer]
        case (let first?, let second?): return [first, second]
        }
    }

    /// One end of a session.
    func end(of index: Int, isInitiator: Bool) -> Session.Endpoint {
        isInitiator ? report.sessions[index].initiator : report.sessions[index].responder
    }
}
