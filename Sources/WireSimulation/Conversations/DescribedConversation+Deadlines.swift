import ProtocolDescriptions
import WireTesting

/// Rules about answers are judged where the capture is made, so that the network has a share of the time that they give.
extension DescribedConversation {
    /// Time that an answer has beside the network's, at least, in nanoseconds.
    private static let shortestThought: Int64 = 500_000

    /// The longest time on the network that the capture sees between an ask and its answer, in nanoseconds.
    private func networkTime(askedBy side: ProtocolExpectation.Side) -> Int64 {
        let oneWay = link.delay + link.jitter
        switch point {
        case .network: return oneWay
        // An ask is seen when it is sent, or when it came.
        case .host(let host): return (host == 0) == (side == .responder) ? 2 * oneWay : 0
        }
    }

    /// The longest time that an answer may take to keep a rule, in nanoseconds.
    func timeToAnswer(askedBy side: ProtocolExpectation.Side, within limit: Int64) -> Int64 {
        min(limit / 4, limit - networkTime(askedBy: side) - Self.shortestThought)
    }

    /// - Throws: For a rule that every answer would break on this link, or that nobody would answer.
    func checkDeadlines() throws(DescribedMessageError) {
        for (index, expectation) in compiled.description.expect.enumerated() {
            guard case .answer(let answers, let asks, let within) = expectation.rule else { continue }
            let asked = maker.types.compactMap(\.name).filter { asks.contains($0) }
            let askers = [ProtocolExpectation.Side.initiator, .responder].filter {
                expectation.from != $0 && !isSilent($0, about: asked)
            }
            guard !asked.isEmpty, !askers.isEmpty else { continue }
            for ask in asked where !answers.contains(answer(to: ask) ?? "") {
                let answer = answers.first ?? ""
                throw DescribedMessageError(
                    "“\(expectation.yaml)” cannot be kept: by “pairs” no “\(answer)” answers “\(ask)”; add {ask: \(ask), "
                        + "answer: \(answer)} to “pairs”", key: "expect[\(index)].to")
            }
            for asker in askers where timeToAnswer(askedBy: asker, within: within.nanoseconds) <= 0 {
                throw DescribedMessageError(
                    "“\(expectation.yaml)” cannot be kept: with \(Self.milliseconds(link.delay)) ± "
                        + "\(Self.milliseconds(link.jitter)) of delay one way, answers are seen up to "
                        + "\(Self.milliseconds(networkTime(askedBy: asker))) after their asks; give them more time, or the "
                        + "network a shorter delay", key: "expect[\(index)].within")
            }
        }
    }

    /// The type of the messages that answer a type.
    private func answer(to ask: String) -> String? {
        compiled.description.pairs.first { $0.asks(ask, in: compiled.description) }?.answer
    }

    /// Whether the rules forbid a side to ask.
    private func isSilent(_ side: ProtocolExpectation.Side, about asks: [String]) -> Bool {
        compiled.description.expect.contains { expectation in
            guard expectation.from == nil || expectation.from == side else { return false }
            switch expectation.rule {
            case .only(let types): return Set(types).isDisjoint(with: asks)
            case .never(let types): return Set(asks).isSubset(of: types)
            default: return false
            }
        }
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        RuleDuration(nanoseconds: nanoseconds).description
    }
}
