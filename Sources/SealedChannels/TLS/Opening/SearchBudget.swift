/// How much work the search for the place of records may take in one direction.
///
/// Whoever sends what is captured decides how often something looks like a record behind a hole, so that the work is counted as
/// what it costs: the bytes that are tried, and as many again as the attempt itself takes.
struct SearchBudget: Sendable {
    /// What a stream without a beginning needs: 3,072 numbers of the longest records, for five keys.
    static let maximumWork = 1 << 28
    /// What an attempt costs beside its bytes, in bytes.
    private static let attempt = 512
    /// A record that was opened pays for that many attempts with one of its size: as many as may be missing in a hole, and
    /// more, without letting a peer that knows the keys make each of its records cost a whole search.
    private static let attemptsOfSuccess = 64

    private(set) var work = maximumWork

    /// Whether so many attempts may be made with a record; if so, they are counted.
    mutating func spend(_ attempts: Int = 1, byteCount: Int) -> Bool {
        guard work > 0 else { return false }
        work -= attempts * (byteCount + Self.attempt)
        return true
    }

    /// Takes back what was counted for attempts that were not made.
    mutating func giveBack(_ attempts: Int, byteCount: Int) {
        work = min(Self.maximumWork, work + attempts * (byteCount + Self.attempt))
    }

    /// A record was opened.
    mutating func succeed(byteCount: Int) { giveBack(Self.attemptsOfSuccess, byteCount: byteCount) }
}
