/// With whom a claim was compared because both probed at the same time (RFC 6762 §8.2).
struct RivalComparisons: Sendable {
    /// More rivals than one link has are not compared at all.
    static let maximumRivals = 16
    /// Each of the three probes of one meets each of the other's, within this.
    private static let sameAttempt = ServiceClaim.probeSeries

    private var times: [Int: Int64] = [:]

    /// Whether there is nothing to compare: it was done just now, or there are too many.
    func isDone(with rival: Int, at time: Int64) -> Bool {
        guard let last = times[rival] else { return times.count >= Self.maximumRivals }
        return time - last <= Self.sameAttempt
    }

    mutating func note(_ rival: Int, at time: Int64) { times[rival] = time }
}
