import ServiceDiscovery
import TraceModel

/// Helpers of the rules about sessions.
extension FindingContext {
    /// A finding about a session.
    ///
    /// - Parameter moments: The packets that show it, in order; more than ``Finding/maximumFrames`` are not listed.
    func finding(
        _ code: String, _ severity: Finding.Severity, about session: Session, at moments: [PacketMoment],
        message: String, remedy: String
    ) -> Finding {
        Finding(
            code: .init(rawValue: code), severity: severity, time: axis.seconds(moments.first) ?? session.start,
            frames: moments.prefix(Finding.maximumFrames).map(\.frame), subject: .session(session.id), message: message,
            remedy: remedy, reference: "Docs/findings.md, \(code)")
    }

    /// The display label of a peer of the report.
    func label(ofPeer id: String) -> String { knownLabel(ofPeer: id) ?? id }

    /// The peer IDs in the announcements of a session's service up to a time, each with its time.
    func announcedPeerIDs(of session: Session, until time: Int64) -> [(peerID: String, time: Int64)] {
        guard let place = session.service.flatMap({ servicePlaces[$0] }) else { return [] }
        return naming.tracker.services[place].texts.compactMap { text, moment in
            guard moment.time <= time, let value = text.value(forKey: "peerID"), !value.isEmpty else { return nil }
            return (String(decoding: value, as: UTF8.self), moment.time)
        }
    }

    /// The peer at the responder's end of a session: as it identified itself, or as its service announced last before
    /// the session began.
    ///
    /// - Parameter number: The session's place.
    func responderPeerID(of number: Int) -> String? {
        let own = connections[number].responder.decoder.mesh.identity?.peerID
        let peerID =
            own ?? announcedPeerIDs(of: report.sessions[number], until: connections[number].start).last?.peerID
        return peerID.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Asks both ends of a session something that most have no answer to. Nothing is copied before: what is known of an end
    /// takes two kilobytes, and every rule asks the ends of every session.
    ///
    /// - Parameters:
    ///   - number: The session's place.
    ///   - ask: What an end sent, and whether it is the initiator.
    func askEnds<Answer>(of number: Int, _ ask: (ConnectionSide, _ isInitiator: Bool) -> Answer?) -> [Answer] {
        let answers = (ask(connections[number].initiator, true), ask(connections[number].responder, false))
        switch answers {
        case (nil, nil): return []
        case (let answer?, nil), (nil, let answer?): return [answer]
        case (let first?, let second?): return [first, second]
        }
    }

    /// One end of a session.
    func end(of number: Int, isInitiator: Bool) -> Session.Endpoint {
        isInitiator ? report.sessions[number].initiator : report.sessions[number].responder
    }

    /// A duration in seconds with three decimals: `1.204 s`.
    static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = (nanoseconds.magnitude + 500_000) / 1_000_000
        let decimals = String(milliseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - decimals.count)
        return (nanoseconds < 0 ? "-" : "") + "\(milliseconds / 1000).\(zeros)\(decimals) s"
    }

    /// A share with one decimal: `4.2 %`.
    static func percent(_ part: Int, of whole: Int) -> String {
        let tenths = whole > 0 ? (Double(part) * 1000 / Double(whole)).rounded() : 0
        return "\(tenths / 10) %"
    }
}
