extension DescriptionReader {
    /// The first key of each rule, and those that go with it: needed ones, then others.
    private static let rules: [(key: String, needed: [String], others: [String])] = [
        ("first", [], []), ("answer", ["to", "within"], []), ("every", ["of"], ["tolerance"]),
        ("before", ["need"], []), ("at-most", ["of", "within"], []), ("size-at-most", [], ["of"]), ("never", [], []),
        ("only", [], []), ("quiet", [], ["except"]), ("one-connection-per", [], []),
    ]

    mutating func expectation(_ node: PageNode, _ key: String) -> ProtocolExpectation? {
        let known = Self.rules.flatMap { [$0.key] + $0.needed + $0.others } + ["from", "severity"]
        var unique: [String] = []
        for name in known where !unique.contains(name) { unique.append(name) }
        let pairs = mapping(node, key, "a rule", unique)
        let chosen = Self.rules.filter { rule in pairs.contains { $0.key.text == rule.key } }
        guard let rule = chosen.first else {
            report(node, "a rule begins with one of \(Self.rules.map(\.key).joined(separator: ", "))")
            return nil
        }
        guard chosen.count == 1 else {
            let second = pairs.filter { pair in chosen.contains { $0.key == pair.key.text } }[1]
            report(second.key.place, "one line is one rule: “\(second.key.text)” needs a line of its own")
            return nil
        }
        let allowed = [rule.key] + rule.needed + rule.others + ["from", "severity"]
        for (name, _) in pairs where !allowed.contains(name.text) {
            report(name.place, "“\(rule.key)” has no “\(name.text)”; its keys are \(allowed.joined(separator: ", "))")
        }
        for name in rule.needed { require(pairs, name, node, "“\(rule.key)” needs “\(name)” too") }
        return rule.key == "one-connection-per"
            ? perSender(pairs, key) : value(of: rule.key, pairs, key)
    }

    private mutating func perSender(_ pairs: Pairs, _ key: String) -> ProtocolExpectation? {
        for (name, value) in pairs where name.text == "one-connection-per" {
            if text(value, "\(key).\(name.text)") != "sender" { report(value, "“one-connection-per” must be sender") }
        }
        return complete(.oneConnectionPerSender, pairs, key)
    }

    private mutating func value(of rule: String, _ pairs: Pairs, _ key: String) -> ProtocolExpectation? {
        func node(_ name: String) -> PageNode? { pairs.first { $0.key.text == name }?.value }
        func place(_ name: String) -> String { "\(key).\(name)" }
        let main = node(rule).map { ($0, place(rule)) }
        guard let (first, firstPlace) = main else { return nil }
        let of = node("of").map { types($0, place("of")) } ?? []
        let within = node("within").map { duration($0, place("within")) } ?? nil
        let result: ProtocolExpectation.Rule?
        switch rule {
        case "first": result = .first(types(first, firstPlace))
        case "never": result = .never(types(first, firstPlace))
        case "only": result = .only(types(first, firstPlace))
        case "answer":
            let answers = types(first, firstPlace)
            let asks = node("to").map { types($0, place("to")) } ?? []
            result = within.map { .answer(answers, to: asks, within: $0) }
        case "every":
            let period = duration(first, firstPlace)
            let share =
                node("tolerance").map { tolerance($0, place("tolerance")) } ?? ProtocolExpectation.usualTolerance
            result = period.map { .every($0, of: of, tolerance: share) }
        case "before":
            let needed = node("need").map { types($0, place("need")) } ?? []
            result = .before(types(first, firstPlace), need: needed)
        case "at-most":
            let count = integer(first, firstPlace, 0...Int.max, "“at-most”")
            result = within.flatMap { duration in count.map { .atMost($0, of: of, within: duration) } }
        case "size-at-most":
            result = integer(first, firstPlace, 0...Int.max, "“size-at-most”").map { .sizeAtMost($0, of: of) }
        default:
            let except = node("except").map { types($0, place("except")) } ?? []
            result = duration(first, firstPlace).map { .quiet($0, except: except) }
        }
        return result.flatMap { complete($0, pairs, key) }
    }

    private mutating func tolerance(_ node: PageNode, _ key: String) -> Double {
        switch scalar(node, key, "a number") {
        case .integer(let number) where number >= 0: return Double(number)
        case .real(let number) where number >= 0: return number
        case nil: return 0
        default:
            report(node, "“tolerance” must be a number from 0 on, as 0.5")
            return 0
        }
    }

    private mutating func complete(_ rule: ProtocolExpectation.Rule, _ pairs: Pairs, _ key: String)
        -> ProtocolExpectation
    {
        var expectation = ProtocolExpectation(rule)
        for (name, value) in pairs {
            if name.text == "from" { expectation.from = choice(value, "\(key).from", ProtocolExpectation.Side.self) }
            if name.text == "severity" {
                expectation.severity = choice(value, "\(key).severity", ProtocolExpectation.Severity.self) ?? .warning
            }
        }
        return expectation
    }
}
