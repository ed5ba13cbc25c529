/// The unit of the times in a log.
@nonexhaustive
public enum QUICLogTimeUnit: String, Hashable, Sendable, CaseIterable {
    /// `ns`.
    case nanoseconds = "ns"
    /// `us`.
    case microseconds = "us"
    /// `ms`, the unit where a log names none.
    case milliseconds = "ms"
    /// `s`.
    case seconds = "s"

    /// The power of ten that makes nanoseconds of it.
    var decimals: Int {
        switch self {
        case .nanoseconds: 0
        case .microseconds: 3
        case .milliseconds: 6
        case .seconds: 9
        }
    }
}
