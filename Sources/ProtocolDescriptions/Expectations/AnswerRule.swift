/// Asks of one rule that wait for their answers.
struct AnswerRule: Sendable {
    struct Ask: Sendable {
        var key: UInt64
        var side: ProtocolExpectation.Side
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
    let from: ProtocolExpectation.Side?
    private var open: [Ask] = []
    /// Answers without an ask. After a hole asks are read later than they were sent, and their answers before them.
    private var early: [(key: UInt64, side: ProtocolExpectation.Side, time: Int64)] = []
    private static let maximumEarly = 256
    /// The time of the last message of each side.
    private var latest: [ProtocolExpectation.Side: Int64] = [:]

    init(
        answers: [String], asks: [String], within: Int64, pair: Int?, isOrdered: Bool, from: ProtocolExpectation.Side?
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
    /// - Returns: Asks that have no answer in time. That is known when the other side says something without a hole
    ///   before
    ///   it.
    mutating func observe(_ event: ExpectationEvent) -> [Ask] {
        var late: [Ask] = []
        open.removeAll { ask in
            guard ask.side != event.side, event.time > ask.due else { return false }
            late.append(ask)
            return true
        }
        latest[event.side] = event.time
        guard let type = event.type else { return late }
        if answers.contains(type) { answer(event) }
        if asks.contains(type), from.map({ $0 != event.side }) ?? true, let overdue = ask(event) {
            late.append(overdue)
        }
        return late
    }

    private func key(_ event: ExpectationEvent, _ role: DescribedMessageView.PairRole) -> UInt64? {
        guard let pair, !isOrdered else { return 0 }
        return event.roles.first { $0.pair == pair && $0.role == role }?.key
    }

    /// - Returns: The ask, if its answer came before it and too late.
    private mutating func ask(_ event: ExpectationEvent) -> Ask? {
        guard let key = key(event, .ask) else { return nil }
        // A repeated ask counts from its first copy.
        if !isOrdered, open.contains(where: { $0.side == event.side && $0.key == key }) { return nil }
        let (due, overflows) = event.time.addingReportingOverflow(within)
        let ask = Ask(key: key, side: event.side, frame: event.frame, due: overflows ? .max : due)
        if latest.contains(where: { $0.key != event.side && $0.value > event.time }) {
            // Which answer belongs to it is told by its key only.
            guard !isOrdered else { return nil }
            if let index = early.firstIndex(where: { $0.side != event.side && $0.key == key && $0.time >= event.time })
            {
                return early.remove(at: index).time > ask.due ? ask : nil
            }
        }
        if open.count >= ExpectationMonitor.maximumOpenAsks { open.removeFirst() }
        open.append(ask)
        return nil
    }

    private mutating func answer(_ event: ExpectationEvent) {
        guard let key = key(event, .answer) else { return }
        if let index = open.firstIndex(where: { $0.side != event.side && $0.key == key }) {
            open.remove(at: index)
        } else if !isOrdered {
            if early.count >= Self.maximumEarly { early.removeFirst() }
            early.append((key, event.side, event.time))
        }
    }

    /// A hole may hold any answer of that side. Where answers come in order, it may also hold asks.
    mutating func excuse(holeOf side: ProtocolExpectation.Side) {
        open.removeAll { $0.side != side || isOrdered }
    }

    /// Asks that were due before the end.
    mutating func finish(at time: Int64) -> [Ask] {
        let late = open.filter { $0.due < time }
        open = []
        return late
    }
}
