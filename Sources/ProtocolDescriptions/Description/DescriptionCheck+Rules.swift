/// Lines of a description that contradict each other: each is sound alone, and together no session can keep them.
extension DescriptionCheck {
    mutating func checkRulesTogether() {
        checkFirstMessages()
        checkSizes()
    }

    private mutating func checkFirstMessages() {
        let rules = description.expect
        for (index, rule) in rules.enumerated() {
            guard case .first(let types) = rule.rule else { continue }
            for (other, second) in rules.enumerated() where rule.isAboutASide(of: second) {
                switch second.rule {
                case .first(let more) where other > index && Set(types).isDisjoint(with: more):
                    report(
                        "expect[\(other)].first",
                        "the first message of a side is \(Self.words(types)) by another line, and cannot be "
                            + "\(Self.words(more)) too; write one line, as {first: [\(Self.list(types + more))]}, or give each its side with “from”"
                    )
                case .never(let more) where Set(types).isSubset(of: more):
                    report(
                        "expect[\(other)].never",
                        "\(Self.words(types)) is never sent by this line, and by another one it is sent first; remove one of the two"
                    )
                case .only(let more) where Set(types).isDisjoint(with: more):
                    report(
                        "expect[\(other)].only",
                        "a side that sends only \(Self.words(more)) cannot send \(Self.words(types)) first, which another line wants; add it, as [\(Self.list(types + more))]"
                    )
                default: break
                }
            }
        }
    }

    /// Bodies that are never as small as a rule wants them.
    private mutating func checkSizes() {
        for (index, rule) in description.expect.enumerated() {
            guard case .sizeAtMost(0, let types) = rule.rule else { continue }
            let key = "expect[\(index)].size-at-most"
            let isNeverEmpty = description.body.choices.allSatisfy { $0 == .json || $0 == .plist }
            if types.isEmpty {
                report(key, "no message may have a body by this line; write a number of bytes, or body: none")
            } else if isNeverEmpty {
                report(key, "a body of this kind is never empty; write a number of bytes from 1 on, as 1024")
            }
        }
    }

    private static func words(_ types: [String]) -> String {
        types.prefix(8).map { "“\(shown($0))”" }.joined(separator: " or ")
    }

    private static func list(_ types: [String]) -> String { types.prefix(8).map(shown).joined(separator: ", ") }
}

extension ProtocolExpectation {
    /// Whether there is a side that both lines are about.
    fileprivate func isAboutASide(of other: ProtocolExpectation) -> Bool {
        from == nil || other.from == nil || from == other.from
    }
}
