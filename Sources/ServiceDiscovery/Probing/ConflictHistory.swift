/// Counts conflicts, and says when there were too many in too short a time (RFC 6762 §8.1).
struct ConflictHistory: Hashable, Sendable {
    /// Times of the last conflicts, oldest first, no more than the limit.
    private var times: [Int64] = []
    /// Whether every attempt has to wait. It stays so until a name was won.
    private(set) var isBackingOff = false

    /// Notes a conflict.
    ///
    /// - Parameters:
    ///   - time: When, in nanoseconds.
    ///   - limit: So many conflicts are too many, if they come within `window` nanoseconds.
    mutating func note(at time: Int64, limit: Int, window: Int64) {
        times.append(time)
        if times.count > max(1, limit) { times.removeFirst(times.count - max(1, limit)) }
        if times.count >= limit && time.advanced(saturating: -window) <= times[0] { isBackingOff = true }
    }

    /// Notes that a name was won.
    mutating func noteSuccess() { isBackingOff = false }
}

extension Int64 {
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
