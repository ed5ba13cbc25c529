extension Connection {
    /// Notes who speaks.
    ///
    /// - Parameter heardAll: Whether that side had everything that the other one had said.
    @inline(__always)
    mutating func hear(at moment: PacketMoment, fromInitiator: Bool, heardAll: Bool) {
        if speech == nil { speech = Box(Speech(moment: moment, fromInitiator: fromInitiator)) }
        speech!.value.hear(at: moment, fromInitiator: fromInitiator, heardAll: heardAll)
    }

    /// What one end asked, where the sides of a conversation wait for each other; nil elsewhere.
    func answers(toInitiator: Bool) -> AnswerTimes.Side? {
        guard !isQUIC, let answers = speech?.value.answers?.value, answers[isInitiator: toInitiator].alternates else {
            return nil
        }
        let side = answers[isInitiator: toInitiator]
        // Datagrams acknowledge nothing: short turns show that both wait.
        let turns = answers.initiator.delays.count &+ answers.responder.delays.count
        return isTCP || sum({ $0.payloadPackets }) <= Self.longestTurn &* (turns &+ 1) ? side : nil
    }

    /// Datagrams of a turn, on average; more are a stream, not questions and answers.
    private static let longestTurn = 3
}

/// Who sent data last, and how long answers took so far.
struct Speech: Sendable {
    private(set) var moment: PacketMoment
    private(set) var fromInitiator: Bool
    /// From the first answer on.
    private(set) var answers: Box<AnswerTimes>?

    init(moment: PacketMoment, fromInitiator: Bool) { (self.moment, self.fromInitiator) = (moment, fromInitiator) }

    /// New data of one side.
    @inline(__always)
    mutating func hear(at moment: PacketMoment, fromInitiator: Bool, heardAll: Bool) {
        if fromInitiator != self.fromInitiator { turn(to: moment, heardAll: heardAll) }
        self.moment = moment
    }

    /// The other side begins to speak.
    @inline(never)
    private mutating func turn(to moment: PacketMoment, heardAll: Bool) {
        if answers == nil { answers = Box(AnswerTimes()) }
        answers!.value.turn(
            from: self.moment, askedByInitiator: fromInitiator, to: moment, heardAll: heardAll)
        fromInitiator.toggle()
    }

    mutating func swapEnds() {
        fromInitiator.toggle()
        answers?.value.swapEnds()
    }
}
