/// A rule that a session keeps.
public struct ProtocolExpectation: Hashable, Sendable {
    /// What must be, or must not be. Lists of types name those that the rule is about.
    @nonexhaustive
    public enum Rule: Hashable, Sendable {
        /// The first message of each direction.
        case first([String])
        /// Each message of the second list is answered by one of the first in time: as the pairs say, or in order.
        case answer([String], to: [String], within: RuleDuration)
        /// From a side's first such message on, no gap is longer than the period times one and the tolerance.
        case every(RuleDuration, of: [String], tolerance: Double)
        /// On either side, earlier.
        case before([String], need: [String])
        /// No direction has more messages of these types within any span of that duration.
        case atMost(Int, of: [String], within: RuleDuration)
        /// Bytes of a body; of all types where none is named.
        case sizeAtMost(Int, of: [String])
        /// No message of these types is sent.
        case never([String])
        /// A side sends nothing else.
        case only([String])
        /// Nothing else begins so soon.
        case quiet(RuleDuration, except: [String])
        /// The same two senders never have two connections at once.
        case oneConnectionPerSender
    }

    /// A side of a session.
    public enum Side: String, CaseIterable, Hashable, Sendable {
        /// The end that opened the session.
        case initiator
        /// The end that was called.
        case responder
    }

    /// How bad it is when a rule is broken.
    public enum Severity: String, CaseIterable, Hashable, Sendable {
        /// Worth knowing.
        case note
        /// Probably a fault.
        case warning
        /// A fault.
        case error
    }

    /// 0.5: half a period more than the period.
    public static let usualTolerance = 0.5

    /// What must be, or must not be.
    public var rule: Rule
    /// The side that the rule is about; nil for both.
    public var from: Side?
    /// How bad it is when the rule is broken.
    public var severity: Severity

    /// A rule of one side, or of both without `from`.
    public init(_ rule: Rule, from: Side? = nil, severity: Severity = .warning) {
        self.rule = rule
        self.from = from
        self.severity = severity
    }

    /// The key by which the rule is known, and its text in the list of keys.
    var key: String {
        switch rule {
        case .first: "first"
        case .answer: "answer"
        case .every: "every"
        case .before: "before"
        case .atMost: "at-most"
        case .sizeAtMost: "size-at-most"
        case .never: "never"
        case .only: "only"
        case .quiet: "quiet"
        case .oneConnectionPerSender: "one-connection-per"
        }
    }
}

/// A duration of a rule, as `500ms` or `2s`.
public struct RuleDuration: Hashable, Sendable {
    /// 0 or more.
    public var nanoseconds: Int64

    /// A duration, which must not be negative.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// That many milliseconds; traps where they do not fit into 64 bits of nanoseconds.
    public static func milliseconds(_ count: Int64) -> RuleDuration { RuleDuration(nanoseconds: count * 1_000_000) }

    /// That many seconds; traps where they do not fit into 64 bits of nanoseconds.
    public static func seconds(_ count: Int64) -> RuleDuration { milliseconds(count * 1000) }

    static let units: [(name: String, nanoseconds: Int64)] = [
        ("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000),
        ("h", 3_600_000_000_000),
    ]

    /// The duration that a text is, a number and its unit, up to a year; nil for a text of another form.
    public init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count)
        guard let factor = Self.units.first(where: { $0.name == unit })?.nanoseconds, let number = Double(digits),
            number.isFinite, number * Double(factor) <= 366 * 86_400e9
        else { return nil }
        self.init(nanoseconds: Int64((number * Double(factor)).rounded()))
    }
}

extension RuleDuration: CustomStringConvertible {
    /// The largest unit of which it is a whole number.
    public var description: String {
        for unit in Self.units.reversed()
        where nanoseconds % unit.nanoseconds == 0 && (nanoseconds != 0 || unit.name == "s") {
            // Minutes and hours are read, but seconds are what people write.
            if unit.nanoseconds <= 1_000_000_000 { return "\(nanoseconds / unit.nanoseconds)\(unit.name)" }
        }
        return "\(nanoseconds)ns"
    }
}
