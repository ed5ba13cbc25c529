import ApplicationProtocols
import TraceModel
import WireCoding

/// What an application that the analysis was given could not read of its own session.
enum DescribedMessageRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.connections[index].guest != nil, context.connections[index].builtInGuest == nil else {
            return []
        }
        return [true, false].flatMap { isInitiator -> [Finding] in
            guard let reading = context.connections[index].guestReading(ofInitiator: isInitiator),
                let summary = reading.summary, let moment = reading.faultMoment
            else { return [] }
            let end = SessionEnd(index: index, isInitiator: isInitiator)
            let faults = summary.isMismatch ? Array(summary.faults.prefix(1)) : summary.faults
            return faults.map { fault in
                finding(
                    fault, at: moment, streamOffset: reading.streamOffset(of: fault), of: summary, sentBy: end, context)
            }
        }
    }

    private static func finding(
        _ fault: ReadingFault, at moment: PacketMoment, streamOffset: Int, of summary: ReadingSummary,
        sentBy end: SessionEnd, _ context: FindingContext
    ) -> Finding {
        let sender = context.label(of: end)
        let name = context.report.sessions[end.index].application.rawValue
        let place = "at byte \(streamOffset) of the stream from \(sender)"
        let facts: FindingFacts = [
            "application": name, "streamOffset": streamOffset, "key": fault.key, "messages": summary.malformed,
        ]
        if fault.kind == .framing || summary.isMismatch {
            return context.finding(
                "protocol-mismatch", .warning, sentBy: end, at: [moment],
                message: "The bytes are not as \(name) has them: \(fault.message), \(place)"
                    + (summary.isMismatch ? "; nothing of this direction is counted." : "."),
                facts: facts,
                remedy:
                    "If the app is right, correct the description at \(fault.key); nearscope protocol check shows the bytes.",
                reference: "Docs/protocols.md, faults")
        }
        switch fault.kind {
        case .incomplete:
            return context.finding(
                "frame-incomplete", .error, sentBy: end, at: [moment],
                message: "The stream ended within a message of \(name) \(place).", facts: facts,
                remedy: "Close the connection only after everything has been sent.",
                reference: "Docs/protocols.md, faults")
        case .body, .framing:
            let sentence =
                summary.malformed == 1 ? "A message" : "\(summary.malformed) messages"
            return context.finding(
                "message-undecodable", .error, sentBy: end, at: [moment],
                message:
                    "\(sentence) from \(sender) cannot be decoded as \(name): \(fault.message), the first \(place).",
                facts: facts, remedy: "Use the same encoding at both ends; the frame has the bytes.",
                reference: "Docs/protocols.md, faults")
        }
    }
}

/// What the conversations of applications found that the analysis was given: rules of descriptions that were broken, and what
/// applications in Swift look for.
enum ConversationRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let list = context.guests else { return [] }
        return context.report.sessions.indices.flatMap { ofSession($0, list, context) }
            + list.entries.indices.filter { list.entries[$0].builtIn == nil }
            .flatMap { amongSessions($0, list, context) }
    }

    private static func ofSession(_ index: Int, _ list: GuestList, _ context: FindingContext) -> [Finding] {
        // Most sessions are of none, and a copy of a connection is a kilobyte.
        guard context.connections[index].guest != nil else { return [] }
        let connection = context.connections[index]
        guard let guest = connection.guest, !isMismatch(connection),
            let exchange = connection.guests?.value.exchange
        else { return [] }
        return exchange.findings.map { finding($0, list.entries[guest.index].application, ofSession: index, context) }
    }

    /// What one cannot read breaks no rule.
    private static func isMismatch(_ connection: Connection) -> Bool {
        [true, false].contains { connection.guestReading(ofInitiator: $0)?.summary?.isMismatch ?? false }
    }

    private static func amongSessions(_ guest: Int, _ list: GuestList, _ context: FindingContext) -> [Finding] {
        let application = list.entries[guest].application
        let indices = context.connections.indices.filter { context.connections[$0].guest?.index == guest }
        let sessions = indices.map { index in
            let connection = context.connections[index]
            let senders = [true, false].flatMap { connection.guestReading(ofInitiator: $0)?.tally.senders ?? [] }
            return SessionSenders(
                senders: Set(senders.map(\.name)), start: connection.start, end: connection.end,
                firstFrame: connection.firstFrame)
        }
        return application.findings(among: sessions).map { number, found in
            finding(found, application, ofSession: indices[number], context)
        }
    }

    private static func finding(
        _ found: ConversationFinding, _ application: any ApplicationProtocol, ofSession index: Int,
        _ context: FindingContext
    ) -> Finding {
        let severity: Finding.Severity =
            switch found.severity {
            case .note: .note
            case .warning: .warning
            case .error: .error
            }
        var finding = context.finding(
            found.code, severity, about: .session(context.report.sessions[index].id),
            at: [PacketMoment(frame: found.frame, time: found.time)], time: context.axis.seconds(found.time),
            message: found.message, facts: ["application": application.name], remedy: found.remedy,
            reference: found.reference)
        finding.expectation = found.rule.map {
            .init(source: application.source, line: $0.line, text: $0.text, count: $0.count)
        }
        return finding
    }
}
