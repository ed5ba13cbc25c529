/// Datagrams of one session came twice: the same number, or the same event.
enum DuplicateDatagramRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.report.sessions.indices.flatMap { number -> [Finding] in
            let application = context.report.sessions[number].application
            guard application == .networkEvent || application == .echo else { return [] }
            let session = context.report.sessions[number]
            return [(session.forward, session.initiator), (session.backward, session.responder)]
                .compactMap { direction, end in finding(direction, sentBy: end, in: session, context) }
        }
    }

    private static func finding(
        _ direction: SessionDirection, sentBy end: Session.Endpoint, in session: Session, _ context: FindingContext
    ) -> Finding? {
        guard let count = direction.duplicateMessages, count > 0, let all = direction.messages else { return nil }
        let what = session.application == .echo ? "numbers" : "events"
        let sender = context.label(of: end)
        return context.finding(
            "duplicate-message", .note, about: session, at: [],
            message: count == 1
                ? "1 of \(all) datagrams from \(sender) came before: the \(what.dropLast()) is the same."
                : "\(count) of \(all) datagrams from \(sender) came before: the \(what) are the same.",
            remedy: "Expect that UDP delivers datagrams twice; number them, so that the receiver can tell.")
    }
}
