/// Asks of one rule that wait for their answers.
struct AnswerRule: Sendable {
    struct Ask: Sendable {
        var key: UInt64
        var side: Expectation.Side
        var frame: Int
        var due: Int64
    }

    let answers: [String]
    let asks: [String]
    let within: Int64
    /// The pair of the description that says which answer belongs to which ask.
    let pair: Int?
    /// Whether answers come in order.
    let isOrdered: Bool
    /// The side that answers.
    let from: Expectation.Side?
    private var open: [Ask] = []

    init(
        answers: [String], asks: [String], within: Int64, pair: Int?, isOrdered: Bool, from: Expectation.Side?
    ) {
        self.answers = answers
        self.asks = asks
        self.within = within
        self.pair = pair
        self.isOrdered = isOrdered
        self.from = from
    }

    /// Goes on with the next message.
    ///
    /// - Returns: Asks that have no answer in time. That is known when the other side says something without a hole before
    ///   it.
    mutating func observe(_ event: ExpectationEvent) -> [Ask] {
        var late: [Ask] = []
        open.removeAll { ask in
            guard ask.side != event.side, event.time > ask.due else { return false }
            late.append(ask)
            return true
        }
        guard let type = event.type else { return late }
        if answers.contains(type) { answer(event) }
        if asks.contains(type), from.map({ $0 != event.side }) ?? true { ask(event) }
        return late
    }

    private func key(_ event: ExpectationEvent, _ role: DescribedMessageView.PairRole) -> UInt64? {
        guard let pair, !isOrdered else { return 0 }
        return event.roles.first { $0.pair == pair && $0.role == role }?.key
    }

    private mutating func ask(_ event: ExpectationEvent) {
        guard let key = key(event, .ask) else { return }
        // A repeated ask counts from its first copy.
        if !isOrdered, open.contains(where: { $0.side == event.side && $0.key == key }) { return }
        if open.count >= ExpectationMonitor.maximumOpenAsks { open.removeFirst() }
        let (due, overflows) = event.time.addingReportingOverflow(within)
        open.append(Ask(key: key, side: event.side, frame: event.frame, due: overflows ? .max : due))
    }

    private mutating func answer(_ event: ExpectationEvent) {
        guard let key = key(event, .answer),
            let index = open.firstIndex(where: { $0.side != event.side && $0.key == key })
        else { return }
        open.remove(at: index)
    }

    /// A hole may hold any answer of that side. Where answers come in order, it may also hold asks.
    mutating func excuse(holeOf side: Expectation.Side) {
        open.removeAll { $0.side != side || isOrdered }
    }

    /// Asks that were due before the end.
    mutating func finish(at time: Int64) -> [Ask] {
        let late = open.filter { $0.due < time }
        open = []
        return late
    }
}
