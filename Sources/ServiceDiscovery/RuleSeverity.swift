/// The weight of a rule, the least first (RFC 2119).
public enum RuleSeverity: String, CaseIterable, Hashable, Sendable, Comparable, Codable {
    /// Not a rule, but worth knowing.
    case information
    /// Advice.
    case recommendation
    /// Something that one should do (SHOULD).
    case should
    /// Something that is required (MUST).
    case must

    public static func < (first: RuleSeverity, second: RuleSeverity) -> Bool { first.rank < second.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
