import ProtocolDescriptions

/// What a session did against a rule, as a clause: `the initiator sends a move before any ready`.
struct BreachWords {
    /// - Parameter side: Nil where both did.
    static func clause(_ rule: ProtocolExpectation.Rule, _ side: ProtocolExpectation.Side?) -> String {
        let side = side.map { "the \($0.rawValue)" } ?? "either side"
        return switch rule {
        case .first(let types): "\(side) begins with something other than \(list(types))"
        case .answer(let answers, let asks, let within):
            "\(list(asks)) from \(side) has no \(list(answers)) within \(within)"
        case .every(let period, let types, _):
            "\(side) is to send \(list(types)) every \(period), and pauses for longer"
        case .before(let types, let needed): "\(side) sends \(list(types)) before any \(list(needed))"
        case .atMost(let count, let types, let within):
            "\(side) sends \(list(types)) more than \(count) times within \(within)"
        case .sizeAtMost(let size, let types):
            "\(side) sends \(types.isEmpty ? "a message" : list(types)) of more than \(size) bytes"
        case .never(let types): "\(side) sends \(list(types)), which is never to come"
        case .only(let types): "\(side) sends something other than \(list(types))"
        case .quiet(let duration, let types):
            "\(side) sends \(types.isEmpty ? "a message" : "something other than \(list(types))") in the first \(duration)"
        case .oneConnectionPerSender: "there is more than one connection"
        }
    }

    private static func list(_ types: [String]) -> String {
        guard types.count > 1, let last = types.last else { return types.first ?? "nothing" }
        return types.dropLast().joined(separator: ", ") + " or " + last
    }
}
