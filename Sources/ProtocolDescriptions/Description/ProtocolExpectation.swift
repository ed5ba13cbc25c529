/// A rule that a session keeps.
public struct ProtocolExpectation: Hashable, Sendable {
    public enum Rule: Hashable, Sendable {
        /// The first message of each direction.
        case first([String])
        case answer([String], to: [String], within: RuleDuration)
        /// From a side's first such message on, no gap is longer than the period times one and the tolerance.
        case every(RuleDuration, of: [String], tolerance: Double)
        /// On either side, earlier.
        case before([String], need: [String])
        case atMost(Int, of: [String], within: RuleDuration)
        /// Bytes of a body; of all types where none is named.
        case sizeAtMost(Int, of: [String])
        case never([String])
        /// A side sends nothing else.
        case only([String])
        /// Nothing else begins so soon.
        case quiet(RuleDuration, except: [String])
        case oneConnectionPerSender
    }

    public enum Side: String, CaseIterable, Hashable, Sendable {
        case initiator, responder
    }

    public enum Severity: String, CaseIterable, Hashable, Sendable {
        case note, warning, error
    }

    /// 0.5: half a period more than the period.
    public static let usualTolerance = 0.5

    public var rule: Rule
    /// The side that the rule is about; nil for both.
    public var from: Side?
    public var severity: Severity

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

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static func milliseconds(_ count: Int64) -> RuleDuration { RuleDuration(nanoseconds: count * 1_000_000) }

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
