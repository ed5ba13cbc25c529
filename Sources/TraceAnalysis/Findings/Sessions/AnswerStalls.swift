import TraceModel

/// Answers that took much longer than the others, with nothing in between.
struct AnswerStalls {
    /// With fewer answers none is unusual.
    static let fewestAnswers = 20
    private static let fewestStalls = 3
    /// A stall takes this many times the median, and at least this long in nanoseconds: users do not notice less.
    private static let factor: Int64 = 4
    private static let shortest: Int64 = 100_000_000
    /// In nanoseconds: whoever takes longer as a rule has other reasons, such as a person or a timer.
    private static let longestUsual: Int64 = 100_000_000

    let answers: Int
    let stalls: Int
    /// The median, in nanoseconds.
    let usual: Int64
    /// What takes this long is a stall, in nanoseconds.
    let limit: Int64

    /// Nil where no answers are unusual.
    init?(_ delays: AnswerDelays) {
        guard delays.count >= Self.fewestAnswers, let median = delays.distribution.median else { return nil }
        usual = Int64(median * 1e9)
        guard usual <= Self.longestUsual else { return nil }
        limit = max(Self.shortest, usual * Self.factor)
        answers = delays.count
        stalls = delays.count(from: limit)
        // Answers that take any time at all are not stalled: just below the stalled there are few.
        guard stalls >= Self.fewestStalls, stalls * 4 <= answers,
            delays.count(from: limit / 2, below: limit) * 2 <= stalls
        else { return nil }
    }

    /// The finding's words and facts that are about the answers.
    ///
    /// - Parameters:
    ///   - responder: Who answered, by the name that a person would use.
    ///   - longest: The slowest answer, in nanoseconds.
    func message(of responder: String, longest: Int64) -> String {
        "\(stalls) of \(answers) answers of \(responder) took \(FindingContext.seconds(limit)) or longer, up to "
            + "\(FindingContext.seconds(longest)); usually they take \(FindingContext.seconds(usual))"
    }

    static let remedy =
        "Compare these answers with the retransmissions at that time: without any, the program or its device stalls, and "
        + "otherwise the network."
}

extension FindingContext {
    /// The answers that the initiator of a session had, if its delays are those of the other program: what the responder says
    /// next may wait for a person, and what it was asked for does not.
    func judgedAnswers(ofSession index: Int) -> AnswerTimes.Side? {
        let session = report.sessions[index]
        // Messages of a mesh answer nothing, but for pings, which have their own figure. An answer that is not in the capture
        // makes the next one late.
        guard !session.application.keepsConnections, session.forward.missingBytes ?? 0 == 0,
            session.backward.missingBytes ?? 0 == 0
        else { return nil }
        return connections[index].answers(toInitiator: true)
    }
}
