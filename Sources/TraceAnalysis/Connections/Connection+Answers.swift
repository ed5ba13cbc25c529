extension Connection {
    /// Notes who speaks.
    @inline(__always)
    mutating func hear(at moment: PacketMoment, fromInitiator: Bool) {
        // What was sent again, and keep-alives, say nothing new.
        guard ends[isInitiator: fromInitiator].side?.value.lastPayload == moment.time else { return }
        guard speech != nil else {
            speech = Box(Speech(moment: moment, fromInitiator: fromInitiator))
            return
        }
        if speech!.value.fromInitiator != fromInitiator { turn(fromInitiator, moment) }
        speech!.value.moment = moment
    }

    @inline(never)
    private mutating func turn(_ answeredByInitiator: Bool, _ moment: PacketMoment) {
        let heardAll = !isTCP || ends[isInitiator: !answeredByInitiator].side?.value.hasUnacknowledgedBytes == false
        speech?.value.turn(to: moment, heardAll: heardAll)
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
    var moment: PacketMoment
    var fromInitiator: Bool
    /// From the first answer on.
    var answers: Box<AnswerTimes>?

    init(moment: PacketMoment, fromInitiator: Bool) { (self.moment, self.fromInitiator) = (moment, fromInitiator) }

    /// The other side begins to speak.
    mutating func turn(to moment: PacketMoment, heardAll: Bool) {
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
