/// By what the times of a log have to be multiplied: its writer counted in another unit than it says.
@nonexhaustive
public enum QUICLogTimeScale: Hashable, Sendable, CaseIterable {
    /// The times are what they say.
    case asDeclared
    /// Milliseconds that are called microseconds.
    case times1000
    /// Microseconds that are called milliseconds.
    case dividedBy1000

    /// A time at this scale, or the nearest that 64 bits hold.
    public func callAsFunction(_ time: Int64) -> Int64 {
        switch self {
        case .asDeclared: return time
        case .dividedBy1000: return time / 1000
        case .times1000:
            let (product, overflows) = time.multipliedReportingOverflow(by: 1000)
            return overflows ? (time < 0 ? .min : .max) : product
        }
    }
}

/// How the times of events are counted in a file.
@nonexhaustive
public enum QUICLogTimeFormat: String, Hashable, Sendable {
    /// From the reference time.
    case relative
    /// From 1970, or from an epoch that the file names.
    case absolute
    /// From the event before.
    case delta
}
