/// The unit of the times in a log.
public enum QUICLogTimeUnit: String, Hashable, Sendable, CaseIterable {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
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
