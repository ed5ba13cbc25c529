/// Follows the messages of a session in the order of time, and says which rules it breaks.
///
/// What a hole in the capture could explain, or what was not yet due at the session's end, is no breach. Memory is
/// bounded by
/// the rules and by ``maximumOpenAsks``.
///
/// ```swift
/// var monitor = ExpectationMonitor(description, established: time)
/// monitor.observe(event)
/// monitor.finish(at: end)
/// for breach in monitor.breaches { print(description.expect[breach.rule].yaml, breach.frame) }
/// ```
public struct ExpectationMonitor: Sendable {
    /// Asks that wait for an answer, of each rule. The oldest ones are forgotten beyond them.
    public static let maximumOpenAsks = 4096

    private let rules: [ProtocolExpectation]
    private var answers: [Int: AnswerRule] = [:]
    private var sides: [ProtocolExpectation.Side: SideState] = [.initiator: SideState(), .responder: SideState()]
    /// By rule, where a message that it is about came before.
    private var seenNeeded: Set<Int> = []
    private let established: Int64?
    private var found: [Int: ExpectationBreach] = [:]

    private struct SideState: Sendable {
        var hasMessages = false
        /// Whether bytes are missing, or the start is.
        var hasHole = false
        /// By rule: the last message that repeats, and whether a hole came after it.
        var last: [Int: (time: Int64, frame: Int, isExcused: Bool)] = [:]
        /// By rule: the times of the last messages that are limited in number.
        var recent: [Int: [Int64]] = [:]
        var isEnded = false
    }

    /// - Parameters:
    ///   - description: The description with the rules, and the pairs that they refer to.
    ///   - established: When the connection was established, over datagrams when the session started; nil where the
    ///     capture does not have that.
    ///   - midstream: Whether the session began before the capture.
    public init(_ description: ProtocolDescription, established: Int64?, midstream: Bool = false) {
        rules = description.expect
        self.established = midstream ? nil : established
        for (index, expectation) in rules.enumerated() {
            guard case .answer(let types, let asks, let within) = expectation.rule else { continue }
            let pair = description.pairs.firstIndex { pair in
                guard types.contains(pair.answer) else { return false }
                if case .types(let covered) = pair.ask { return asks.contains { covered.contains($0) } }
                return true
            }
            answers[index] = AnswerRule(
                answers: types, asks: asks, within: within.nanoseconds, pair: pair,
                isOrdered: pair.map { description.pairs[$0].by == nil } ?? true, from: expectation.from)
        }
        guard midstream else { return }
        for side in ProtocolExpectation.Side.allCases { sides[side]?.hasHole = true }
    }

    /// The first breach of each rule, in the order of the rules.
    public var breaches: [ExpectationBreach] { found.values.sorted { $0.rule < $1.rule } }

    // MARK: - What happens

    /// Says that bytes of a side are missing before what it sends next.
    public mutating func hole(of side: ProtocolExpectation.Side) {
        sides[side]?.hasHole = true
        for rule in sides[side]?.last.keys.map({ $0 }) ?? [] { sides[side]?.last[rule]?.isExcused = true }
        for rule in answers.keys { answers[rule]?.excuse(holeOf: side) }
    }

    /// Goes on with the next message.
    public mutating func observe(_ event: ExpectationEvent) {
        for index in rules.indices { observe(event, index) }
        sides[event.side]?.hasMessages = true
    }

    /// Says that a side's stream ended, so that it repeats nothing any more.
    public mutating func end(of side: ProtocolExpectation.Side, at time: Int64) {
        guard sides[side]?.isEnded == false else { return }
        sides[side]?.isEnded = true
        for (rule, last) in sides[side]?.last ?? [:] {
            guard case .every(let period, _, let tolerance) = rules[rule].rule, !last.isExcused else { continue }
            let due = last.time + Self.limit(period, tolerance)
            if time > due { breach(rule, due, side, last.frame) }
        }
    }

    /// Says that the session ended.
    public mutating func finish(at time: Int64) {
        for side in ProtocolExpectation.Side.allCases { end(of: side, at: time) }
        for index in rules.indices {
            guard let overdue = answers[index]?.finish(at: time) else { continue }
            for ask in overdue { breach(index, ask.due, ask.side, ask.frame) }
        }
    }

    // MARK: - Rules

    private static func limit(_ period: RuleDuration, _ tolerance: Double) -> Int64 {
        Int64(min(Double(period.nanoseconds) * (1 + tolerance), 9e18))
    }

    private mutating func breach(_ rule: Int, _ time: Int64, _ side: ProtocolExpectation.Side, _ frame: Int) {
        guard var known = found[rule] else {
            found[rule] = ExpectationBreach(rule: rule, time: time, side: side, frame: frame)
            return
        }
        known.count += 1
        if side != known.side { known.isOfBothSides = true }
        // An answer that did not come is known later than what happened meanwhile.
        if time < known.time { (known.time, known.side, known.frame) = (time, side, frame) }
        found[rule] = known
    }

    private mutating func observe(_ event: ExpectationEvent, _ index: Int) {
        if case .answer = rules[index].rule {
            for ask in answers[index]?.observe(event) ?? [] { breach(index, ask.due, ask.side, ask.frame) }
            return
        }
        let isOfSide = rules[index].from.map { $0 == event.side } ?? true
        let isBroken: Bool
        switch rules[index].rule {
        case .first(let types):
            let isFirst = sides[event.side].map { !$0.hasMessages && !$0.hasHole } ?? false
            isBroken = isOfSide && isFirst && Self.isOther(event.type, types)
        case .before(let types, let needed):
            if Self.isOne(event.type, needed) { seenNeeded.insert(index) }
            let isExplained = sides.values.contains { $0.hasHole }
            isBroken = isOfSide && !isExplained && !seenNeeded.contains(index) && Self.isOne(event.type, types)
        case .never(let types): isBroken = isOfSide && Self.isOne(event.type, types)
        case .only(let types): isBroken = isOfSide && Self.isOther(event.type, types)
        case .sizeAtMost(let size, let types):
            isBroken = isOfSide && event.bodySize > size && (types.isEmpty || Self.isOne(event.type, types))
        case .quiet(let duration, let types):
            let isEarly = established.map { event.begin - $0 < duration.nanoseconds } ?? false
            isBroken = isOfSide && isEarly && (types.isEmpty || Self.isOther(event.type, types))
        case .atMost(let count, let types, let within):
            isBroken = isOfSide && Self.isOne(event.type, types) && isTooMany(event, index, count, within.nanoseconds)
        case .every(let period, let types, let tolerance):
            if isOfSide, Self.isOne(event.type, types) { repeated(event, index, Self.limit(period, tolerance)) }
            return
        case .answer, .oneConnectionPerSender: return
        }
        if isBroken { breach(index, event.time, event.side, event.frame) }
    }

    private static func isOne(_ type: String?, _ types: [String]) -> Bool { type.map { types.contains($0) } ?? false }

    /// A message without a type is not what a rule is about.
    private static func isOther(_ type: String?, _ types: [String]) -> Bool {
        type.map { !types.contains($0) } ?? false
    }

    private mutating func isTooMany(_ event: ExpectationEvent, _ index: Int, _ count: Int, _ within: Int64) -> Bool {
        var recent = sides[event.side]?.recent.removeValue(forKey: index) ?? []
        recent.append(event.time)
        if recent.count > count + 1 { recent.removeFirst() }
        defer { sides[event.side]?.recent[index] = recent }
        return recent.count == count + 1 && event.time - recent[0] < within
    }

    private mutating func repeated(_ event: ExpectationEvent, _ index: Int, _ limit: Int64) {
        if let last = sides[event.side]?.last[index], !last.isExcused, event.time - last.time > limit {
            breach(index, last.time + limit, event.side, last.frame)
        }
        sides[event.side]?.last[index] = (event.time, event.frame, false)
    }
}
