import TraceModel

/// The responder closed connections in an orderly way, but too soon: without a word to what it was asked, without having waited
/// for it, or in the middle of a message.
enum ClosedConnectionRule: FindingRule {
    private enum Kind: String, CaseIterable {
        /// Something was said to it, and it said nothing.
        case unanswered
        /// It closed before anything was said to it, and soon.
        case unheard
        /// Its message over HTTP or RTSP lacks bytes that it promised.
        case withinMessage

        var words: String {
            switch self {
            case .unanswered: "without answering"
            case .unheard: "before it received a request"
            case .withinMessage: "in the middle of a message"
            }
        }
    }

    /// So many connections of one host to one endpoint are no accident.
    private static let persistent = 5
    /// In nanoseconds: whoever waits longer for a first word has a reason to give up.
    private static let soon: Int64 = 1_000_000_000

    static func findings(in context: FindingContext) -> [Finding] {
        var closed: [Kind: [Int]] = [:]
        for index in context.report.sessions.indices {
            if let kind = kind(of: index, context) { closed[kind, default: []].append(index) }
        }
        return Kind.allCases.flatMap { kind in
            SessionGroups.of(closed[kind] ?? [], in: context).map { finding($0, kind, context) }
        }
    }

    private static func kind(of index: Int, _ context: FindingContext) -> Kind? {
        let session = context.report.sessions[index]
        guard session.established != nil, session.application.hasTurns else { return nil }
        let connection = context.connections[index]
        guard connection.isClosedByInitiator == false, let close = connection.responder.finishMoment,
            connection.initiator.missingBytes == 0, connection.responder.missingBytes == 0
        else { return nil }
        if connection.endsWithinMessage(ofInitiator: false) { return .withinMessage }
        // A connection that nobody used ends without harm.
        guard connection.responder.payloadPackets == 0, let question = connection.initiator.firstPayload else {
            return nil
        }
        if question < close.time { return .unanswered }
        return close.time &- connection.start <= soon ? .unheard : nil
    }

    private static func finding(_ group: SessionGroup, _ kind: Kind, _ context: FindingContext) -> Finding {
        let count = group.sessions.count
        let (initiator, responder) = (context.initiator(of: group), context.responder(of: group))
        // Who only takes what clients send closes when it has waited long enough for more.
        let isPrompt = group.sessions.allSatisfy { index in
            let (initiator, responder) = (context.connections[index].initiator, context.connections[index].responder)
            guard let close = responder.finishMoment, let question = initiator.lastPayload else { return true }
            return close.time &- question <= soon
        }
        let isPersistent = group.mostOfOneRoute >= persistent && (kind != .unanswered || isPrompt)
        return context.finding(
            "connection-closed-early", isPersistent ? .warning : .note, about: group,
            at: group.sessions.compactMap { context.connections[$0].responder.finishMoment },
            message: "\(responder) closed "
                + (count == 1 ? "the connection with \(initiator)" : "\(count) connections with \(initiator)")
                + " \(kind.words)",
            facts: ["reason": kind.rawValue],
            remedy: kind == .unanswered
                ? "Check what the program does with its input. This is normal for services that only receive, such as log "
                    + "collectors."
                : "Look for a crash, a limit or a timeout of the program, or for a proxy that has no server to forward to.",
            reference: "RFC 9293 §3.6")
    }
}
