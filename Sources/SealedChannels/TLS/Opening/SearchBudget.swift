/// How many attempts to find the number of a record, or its place, may be made in one direction.
///
/// Whoever sends what is captured decides how often something looks like a record behind a hole. What is spent here is spent of an
/// allowance too that many connections share (``TLSConnectionOpener/searchAllowance``).
struct SearchBudget: Sendable {
    /// What a stream without a beginning needs: 3,072 numbers, for ten sessions whose secrets fit four suites each, and again
    /// for the other end as the client.
    static let maximumAttempts = 1 << 18
    /// A record that was opened pays for that many attempts: more than are needed for one behind a usual hole, without letting
    /// a peer that knows the keys make each of its records cost a whole search.
    private static let attemptsOfSuccess = 64
    /// Bytes that take as long to be opened as an attempt takes beside them.
    private static let bytesOfAttempt = 2048

    private(set) var attempts = maximumAttempts

    /// What opening a record costs, in attempts that look at one byte of it.
    static func cost(ofOpening byteCount: Int) -> Int { 1 + byteCount / bytesOfAttempt }

    /// Whether so many attempts may be made; if so, they are counted.
    mutating func spend(_ attempts: Int, of allowance: inout Int) -> Bool {
        guard self.attempts > 0, allowance > 0 else { return false }
        self.attempts -= attempts
        allowance -= attempts
        return true
    }

    /// Takes back what was counted for attempts that were not made.
    mutating func giveBack(_ attempts: Int, to allowance: inout Int) {
        let returned = min(attempts, Self.maximumAttempts - self.attempts)
        self.attempts += returned
        allowance += returned
    }

    /// A record was opened.
    mutating func succeed(_ allowance: inout Int) { giveBack(Self.attemptsOfSuccess, to: &allowance) }

    /// The stream opens: everything that was spent on it was worth it.
    mutating func reset(_ allowance: inout Int) { giveBack(Self.maximumAttempts, to: &allowance) }
}
