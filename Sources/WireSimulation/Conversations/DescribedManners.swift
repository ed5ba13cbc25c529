import ProtocolDescriptions
import WireTesting

/// What a side of a described protocol may send when, by the rules of its description.
struct DescribedManners: Sendable {
    /// What a side has sent.
    struct Sent: Sendable {
        var type: String?
        var time: Int64
    }

    /// What may be sent now.
    enum Choice: Sendable {
        case types([DescribedType])
        /// Nothing, but perhaps later.
        case later
    }

    private let description: ProtocolDescription
    private let unprompted: [DescribedType]

    init(_ maker: DescribedMessageMaker) {
        description = maker.compiled.description
        let answers = Set(maker.compiled.description.pairs.map(\.answer))
        unprompted = maker.types.filter { type in type.name.map { !answers.contains($0) } ?? true }
    }

    private func rules(of side: ProtocolExpectation.Side) -> [ProtocolExpectation.Rule] {
        description.expect.filter { $0.from == nil || $0.from == side }.map(\.rule)
    }

    /// What a side may send unprompted.
    ///
    /// - Parameters:
    ///   - sent: What it has sent itself.
    ///   - heard: What it has sent or received.
    ///   - opened: When the session began.
    func choice(
        for side: ProtocolExpectation.Side, sent: [Sent], heard: Set<String>, opened: Int64, now: Int64
    ) -> Choice {
        let allowed = unprompted.filter { type in
            guard let name = type.name else { return true }
            return rules(of: side).allSatisfy { isAllowed(name, by: $0, sent, heard, opened, now) }
        }
        return allowed.isEmpty ? .later : .types(allowed)
    }

    private func isAllowed(
        _ type: String, by rule: ProtocolExpectation.Rule, _ sent: [Sent], _ heard: Set<String>, _ opened: Int64,
        _ now: Int64
    ) -> Bool {
        switch rule {
        case .first(let types): return !sent.isEmpty || types.contains(type)
        case .only(let types): return types.contains(type)
        case .never(let types): return !types.contains(type)
        case .before(let types, let needed): return !types.contains(type) || needed.contains { heard.contains($0) }
        case .quiet(let duration, let types):
            return types.contains(type) || now - opened > duration.nanoseconds + Self.margin
        case .atMost(let count, let types, let within):
            guard types.contains(type) else { return true }
            let since = now - within.nanoseconds - Self.margin
            return sent.suffix(4096).count { $0.time >= since && types.contains($0.type ?? "") } < count
        case .answer, .every, .sizeAtMost, .oneConnectionPerSender: return true
        }
    }

    /// Time for the network: rules are judged where the capture is made.
    private static let margin: Int64 = 100_000_000

    /// The period in which a side repeats a type once it has sent it, in nanoseconds; nil where no rule asks for it.
    func period(of type: String?, from side: ProtocolExpectation.Side) -> Int64? {
        guard let type else { return nil }
        for case .every(let period, let types, _) in rules(of: side)
        where types.contains(type) && unprompted.contains(where: { $0.name == type }) {
            return max(1_000_000, period.nanoseconds)
        }
        return nil
    }

    /// The pair in which a message asks for an answer.
    func pair(askedBy type: String?) -> MessagePair? {
        guard let type else { return nil }
        return description.pairs.first { $0.asks(type, in: description) }
    }

    /// The longest time that an answer may take, in nanoseconds; nil where no rule says it.
    func limit(ofAnswer answer: String) -> Int64? {
        description.expect.compactMap { expectation -> Int64? in
            guard case .answer(let types, _, let within) = expectation.rule, types.contains(answer) else { return nil }
            return within.nanoseconds
        }.min()
    }

    /// The most bytes that a body of a type may have.
    func sizeLimit(of type: String?) -> Int {
        description.expect.compactMap { expectation -> Int? in
            guard case .sizeAtMost(let bytes, let types) = expectation.rule, types.isEmpty || types.contains(type ?? "")
            else { return nil }
            return bytes
        }.min() ?? .max
    }
}
