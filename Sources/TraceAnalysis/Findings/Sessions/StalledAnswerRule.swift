import TraceModel

/// Some answers of a conversation take much longer than the others, with nothing in between: something stalls them.
enum StalledAnswerRule: SessionRule {
    /// With fewer answers none is unusual.
    private static let fewestAnswers = 20
    private static let fewestStalls = 3
    /// A stall takes this many times the median, and at least this long in nanoseconds: users do not notice less.
    private static let factor: Int64 = 4
    private static let shortest: Int64 = 100_000_000
    /// In nanoseconds: whoever takes longer as a rule has other reasons, such as a person or a timer.
    private static let longestUsual: Int64 = 100_000_000

    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        // Messages of a mesh answer nothing, but for pings, which have their own figure.
        guard !context.report.sessions[index].application.keepsConnections else { return [] }
        // What the responder says next may wait for a person; what it was asked for does not.
        guard let answers = context.report.sessions[index].forward.answers, answers.delay.count >= fewestAnswers,
            let median = answers.delay.median, let side = context.connections[index].answers(toInitiator: true)
        else { return [] }
        let usual = Int64(median * 1e9)
        guard usual <= longestUsual else { return [] }
        let limit = max(shortest, usual * factor)
        let stalls = side.delays.count(from: limit)
        // Answers that take any time at all are not stalled: just below the stalled there are few.
        guard stalls >= fewestStalls, stalls * 4 <= answers.delay.count,
            side.delays.count(from: limit / 2, below: limit) * 2 <= stalls
        else { return [] }
        let session = context.report.sessions[index]
        // An answer that is not in the capture makes the next one late.
        guard session.forward.missingBytes ?? 0 == 0, session.backward.missingBytes ?? 0 == 0 else { return [] }
        return [
            context.finding(
                "answers-stalled", .note, about: session, at: side.slowest.flatMap { [$0.question, $0.answer] },
                message: "\(stalls) of \(answers.delay.count) answers of \(context.place(session.responder)) took "
                    + "\(FindingContext.seconds(limit)) or longer, up to "
                    + "\(FindingContext.seconds(side.slowest.first?.delay ?? 0)); usually they take "
                    + "\(FindingContext.seconds(usual)).",
                facts: [
                    "peer": session.responder.peer, "stalls": stalls, "answers": answers.delay.count, "usual": median,
                    "longest": answers.delay.max, "limit": context.axis.duration(limit),
                ],
                remedy: "Compare these answers with the retransmissions at that time: without any, the program or its "
                    + "device stalls, and otherwise the network.")
        ]
    }
}
