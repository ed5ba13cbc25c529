import TraceModel

/// Some answers of a conversation take much longer than the others: something stalls them.
enum StalledAnswerRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        let session = context.report.sessions[index]
        guard session.forward.answers?.delay.count ?? 0 >= AnswerStalls.fewestAnswers,
            let side = context.judgedAnswers(ofSession: index), let stalls = AnswerStalls(side.delays)
        else { return [] }
        let longest = side.slowest.first?.delay ?? 0
        return [
            context.finding(
                "answers-stalled", .note, about: session, at: side.slowest.flatMap { [$0.question, $0.answer] },
                message: stalls.message(of: context.place(session.responder), longest: longest) + ".",
                facts: [
                    "peer": session.responder.peer, "stalls": stalls.stalls, "answers": stalls.answers,
                    "usual": context.axis.duration(stalls.usual), "longest": context.axis.duration(longest),
                    "limit": context.axis.duration(stalls.limit),
                ],
                remedy: AnswerStalls.remedy)
        ]
    }
}
