import TraceModel

/// Datagrams of one session came twice: the same number, or the same event.
enum DuplicateDatagramRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        let application = context.report.sessions[index].application
        guard application == .networkEvent || application == .echo else { return [] }
        let session = context.report.sessions[index]
        let datagrams = context.connections[index].datagrams
        let isEcho = application == .echo
        let moments = [
            isEcho ? datagrams?.echo?.initiator.duplicateMoments : datagrams?.events?.initiator.duplicateMoments,
            isEcho ? datagrams?.echo?.responder.duplicateMoments : datagrams?.events?.responder.duplicateMoments,
        ]
        return [
            finding(session.forward, sentBy: session.initiator, at: moments[0] ?? [], in: session, context),
            finding(session.backward, sentBy: session.responder, at: moments[1] ?? [], in: session, context),
        ].compactMap(\.self)
    }

    private static func finding(
        _ direction: SessionDirection, sentBy end: Session.Endpoint, at moments: [PacketMoment], in session: Session,
        _ context: FindingContext
    ) -> Finding? {
        guard let count = direction.duplicateMessages, count > 0, let all = direction.messages else { return nil }
        let what = session.application == .echo ? "numbers" : "events"
        let sender = context.label(of: end)
        return context.finding(
            "duplicate-message", .note, about: session, at: moments,
            message: count == 1
                ? "1 of \(all) datagrams from \(sender) is a duplicate: its \(what.dropLast()) was sent before."
                : "\(count) of \(all) datagrams from \(sender) are duplicates: their \(what) were sent before.",
            facts: ["peer": end.peer, "duplicates": count, "messages": all],
            remedy: "Expect UDP to deliver datagrams twice. Number them, so that the receiver can recognize duplicates."
        )
    }
}
