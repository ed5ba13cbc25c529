extension DescriptionCheck {
    /// Types in pairs and rules that no message can have: a rule about one of those would never be broken.
    mutating func checkMentionedTypes() {
        guard let rule = description.message.type else { return }
        let possible = PossibleTypes(rule, in: description)
        for name in rule.names where !possible.isValue(name.value) {
            let example = possible.isValue(name.name) ? "; the value comes first, as {\(name.name): \(name.value)}" : ""
            report(
                "message.type.names.\(name.value)",
                "“\(rule.path)” is a number\(Self.bounds(possible.numbers)), and never “\(Self.shown(name.value))”"
                    + example)
        }
        for (type, key) in mentionedTypes() where !possible.contains(type) { report(key, possible.refusal(of: type)) }
    }

    private static func bounds(_ numbers: ClosedRange<Int64>?) -> String {
        guard let numbers, numbers.upperBound < .max else { return "" }
        return " from \(numbers.lowerBound) to \(numbers.upperBound)"
    }

    /// All types that pairs and rules name, with their keys.
    private func mentionedTypes() -> [(type: String, key: String)] {
        var mentioned: [(String, String)] = []
        func add(_ types: [String], _ key: String) {
            for (index, type) in types.enumerated() { mentioned.append((type, "\(key)[\(index)]")) }
        }
        for (index, pair) in description.pairs.enumerated() {
            if case .types(let types) = pair.ask { add(types, "pairs[\(index)].ask") }
            mentioned.append((pair.answer, "pairs[\(index)].answer"))
        }
        for (index, expectation) in description.expect.enumerated() {
            let key = "expect[\(index)]"
            switch expectation.rule {
            case .first(let types): add(types, "\(key).first")
            case .never(let types): add(types, "\(key).never")
            case .only(let types): add(types, "\(key).only")
            case .answer(let answers, let asks, _):
                add(answers, "\(key).answer")
                add(asks, "\(key).to")
            case .every(_, let types, _), .atMost(_, let types, _), .sizeAtMost(_, let types): add(types, "\(key).of")
            case .before(let types, let needed):
                add(types, "\(key).before")
                add(needed, "\(key).need")
            case .quiet(_, let types): add(types, "\(key).except")
            case .oneConnectionPerSender: break
            }
        }
        return mentioned
    }
}
