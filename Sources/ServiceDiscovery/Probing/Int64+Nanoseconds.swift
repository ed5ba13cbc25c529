/// Times and spans are nanoseconds inside this module.
extension Int64 {
    /// Seconds of a time to live as nanoseconds.
    init(seconds: UInt32) { self = Int64(seconds) * ProbingProfile.second }

    /// Whole nanoseconds, or the nearest number there is but the least of all, so that its negative is a number too.
    init(nanosecondsOf duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let sum = nanoseconds.advanced(saturating: attoseconds / 1_000_000_000)
        self = overflow ? (seconds < 0 ? -.max : .max) : sum == .min ? -.max : sum
    }

    /// The sum, or the nearest number there is: times come from captures, which may hold any.
    func advanced(saturating distance: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(distance)
        return overflow ? (distance < 0 ? .min : .max) : sum
    }

    /// The difference, or the nearest number there is.
    func subtracting(saturating other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}
