import ApplicationProtocols

/// Both directions of a session together, as one application reads them: questions and answers, and what its conversation
/// finds.
struct GuestExchange: Sendable {
    private struct Order: Sendable {
        var asked: UInt64 = 0
        var answered: UInt64 = 0
    }

    private(set) var pairs = RequestPairs()
    private var conversation: (any ApplicationConversation)?
    /// By pair, where answers come in order: the questions of the initiator, and of the responder.
    private var orders: [Int: Ends<Order>] = [:]

    init(_ application: any ApplicationProtocol, _ start: ConversationStart) {
        conversation = application.makeConversation(start)
    }

    /// Takes what happened in both directions, each in the order of its stream.
    mutating func take(initiator: [GuestEvent], responder: [GuestEvent]) {
        var (one, other) = (0, 0)
        while one < initiator.count || other < responder.count {
            let isInitiators =
                other == responder.count
                || one < initiator.count && initiator[one].moment <= responder[other].moment
            if isInitiators {
                take(initiator[one], fromInitiator: true)
                one += 1
            } else {
                take(responder[other], fromInitiator: false)
                other += 1
            }
        }
    }

    private mutating func take(_ event: GuestEvent, fromInitiator: Bool) {
        let side: ConversationSide = fromInitiator ? .initiator : .responder
        switch event {
        case .hole(let moment):
            // Which questions lack their answers is not known any more.
            for (pair, order) in orders {
                var settled = order
                settled.initiator.answered = order.initiator.asked
                settled.responder.answered = order.responder.asked
                orders[pair] = settled
            }
            conversation?.hole(of: side, at: moment.time)
        case .end(let moment): conversation?.end(of: side, at: moment.time)
        case .message(let message, let begun, let completed):
            for role in message.roles { note(role, fromInitiator: fromInitiator, begun: begun, completed: completed) }
            conversation?.observe(
                ConversationMessage(
                    side: side, begun: begun.time, completed: completed.time, frame: completed.frame,
                    type: message.type, bodySize: message.bodySize, roles: message.roles, number: message.number,
                    payloadSize: message.payloadSize, content: message.content))
        }
    }

    private mutating func note(
        _ role: ApplicationMessage.Role, fromInitiator: Bool, begun: PacketMoment, completed: PacketMoment
    ) {
        guard let key = key(role, fromInitiator: fromInitiator) else { return }
        if role.isAnswer {
            pairs.answer(.init(key: key, time: completed.time, frame: completed.frame), toInitiator: !fromInitiator)
        } else {
            pairs.ask(.init(key: key, time: begun.time, frame: begun.frame), byInitiator: fromInitiator)
        }
    }

    /// What a question and its answer share; nil for an answer to nothing.
    private mutating func key(_ role: ApplicationMessage.Role, fromInitiator: Bool) -> UInt64? {
        if let key = role.key { return Self.mix(key, role.pair) }
        var order = orders[role.pair] ?? Ends(both: Order())
        defer { orders[role.pair] = order }
        if role.isAnswer {
            let asked = order[isInitiator: !fromInitiator]
            guard asked.answered < asked.asked else { return nil }
            order[isInitiator: !fromInitiator].answered += 1
            return Self.mix(asked.answered, role.pair)
        }
        defer { order[isInitiator: fromInitiator].asked += 1 }
        return Self.mix(order[isInitiator: fromInitiator].asked, role.pair)
    }

    /// Equal values of two pairs are not the same question.
    private static func mix(_ key: UInt64, _ pair: Int) -> UInt64 {
        key ^ UInt64(truncatingIfNeeded: pair) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The session ended.
    mutating func finish(at time: Int64) {
        pairs.finish()
        orders = [:]
        conversation?.finish(at: time)
    }

    /// What the conversation found.
    var findings: [ConversationFinding] { conversation?.findings ?? [] }

    /// What it says of the session as a whole.
    var facts: (any Sendable)? { conversation?.facts }

    /// Changes who is called the initiator.
    mutating func flip() {
        pairs.flip()
        for pair in orders.keys { orders[pair]?.swapEnds() }
        conversation?.turn()
    }
}
