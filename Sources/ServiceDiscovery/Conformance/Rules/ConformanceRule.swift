/// A rule of multicast DNS or DNS-SD (RFC 6762, RFC 6763) that responders and queriers are judged by.
///
///     for rule in ConformanceRule.all where rule.level.isMandatory {
///         print(rule.id, rule.section, rule.title)
///     }
public struct ConformanceRule: Identifiable, Sendable {
    /// How binding the rule is (RFC 2119). Where the RFC has the word in small letters, it is a SHOULD here.
    @nonexhaustive
    public enum Level: String, CaseIterable, Sendable {
        /// An absolute requirement.
        case must = "MUST"
        /// An absolute prohibition.
        case mustNot = "MUST NOT"
        /// A requirement that good reasons may override.
        case should = "SHOULD"
        /// A prohibition that good reasons may override.
        case shouldNot = "SHOULD NOT"

        /// Whether it is a MUST or a MUST NOT.
        public var isMandatory: Bool { self == .must || self == .mustNot }
    }

    /// Who is bound by it.
    public enum Role: String, CaseIterable, Sendable {
        /// Hosts that answer for names of their own.
        case responder
        /// Hosts that ask.
        case querier
        /// Every host that speaks multicast DNS.
        case both
    }

    /// What a fault is known from, and so what could explain one.
    @nonexhaustive
    public enum Basis: String, CaseIterable, Sendable {
        /// From packets that are in the capture.
        case seen
        /// From packets that are not: where others may be missing from the capture too, nobody is accused.
        case missing
        /// From how delays are distributed; in the same way.
        case test
        /// No capture shows it.
        case unseen
    }

    /// Stable: the RFC's number, the section, and a word: `6762-8.3-two-announcements`.
    public let id: String
    /// `RFC 6762 §8.3`; several where two sections say it.
    public let section: String
    /// How binding the rule is.
    public let level: Level
    /// Who is bound by it: hosts that answer, hosts that ask, or both.
    public let role: Role
    /// What a fault is known from.
    public let basis: Basis
    /// What the RFC wants, in a sentence.
    public let title: String
    /// When the rule applies; of a rule that no capture shows, why.
    public let occasion: String
    /// What breaks it.
    public let fault: String

    /// Nil where no capture shows it.
    let judge: (@Sendable (HostView) -> RuleTally)?

    init(
        _ id: String, _ section: String, _ level: Level, _ role: Role, _ basis: Basis, title: String, occasion: String,
        fault: String, _ judge: @escaping @Sendable (HostView) -> RuleTally
    ) {
        self.id = id
        self.section = section
        self.level = level
        self.role = role
        self.basis = basis
        self.title = title
        self.occasion = occasion
        self.fault = fault
        self.judge = judge
    }

    /// A rule that no capture shows.
    init(unseen id: String, _ section: String, _ level: Level, _ role: Role, title: String, why: String) {
        self.id = id
        self.section = section
        self.level = level
        self.role = role
        basis = .unseen
        self.title = title
        occasion = why
        fault = ""
        judge = nil
    }
}
