/// How much weight a rule has, the least first (RFC 2119).
public enum RuleSeverity: String, CaseIterable, Hashable, Sendable, Comparable, Codable {
    /// No rule, but worth knowing.
    case information
    /// What is advised.
    case recommendation
    /// What one should do.
    case should
    /// What is demanded.
    case must

    public static func < (first: RuleSeverity, second: RuleSeverity) -> Bool { first.rank < second.rank }

    private var rank: Int {
        switch self {
        case .information: 0
        case .recommendation: 1
        case .should: 2
        case .must: 3
        }
    }
}
