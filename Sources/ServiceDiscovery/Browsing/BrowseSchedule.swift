/// When a question is asked: soon, a second later, and then at intervals that double up to an hour (RFC 6762 §5.2).
struct BrowseSchedule: Hashable, Sendable {
    /// From the wish to the first question, in nanoseconds.
    static let firstDelay = 20 * ProbingProfile.millisecond...120 * ProbingProfile.millisecond
    static let firstInterval = ProbingProfile.second
    static let longestInterval = 3600 * ProbingProfile.second

    /// When the question is due, in nanoseconds.
    private(set) var due: Int64
    /// When a question of another host is too old to stand for this one.
    private var relevant: Int64
    /// From one question to the next; nil before the first.
    private var interval: Int64?
    private var heard: Int64?

    /// - Parameter delay: To the first question, which hosts draw at random so that they do not all ask at once.
    init(at time: Int64, delay: Int64) {
        due = time.advanced(saturating: delay)
        relevant = time
    }

    /// Whether it is the first question of its series, which asks for unicast answers (RFC 6762 §5.4).
    var isFirst: Bool { interval == nil }

    /// Whether another host has lately asked in place of this one (RFC 6762 §7.3): since the question was wished for, and
    /// later in the second half of the interval.
    var isAskedByOthers: Bool { heard.map { $0 >= relevant } ?? false }

    /// Takes note that another host asked the same, and listed nothing as known that this one does not know.
    mutating func noteHeard(at time: Int64) { heard = time }

    /// Takes note that it was asked, by this host or another.
    mutating func noteAsked(at time: Int64) {
        let next = interval.map { min(2 * $0, Self.longestInterval) } ?? Self.firstInterval
        interval = next
        due = time.advanced(saturating: next)
        relevant = time.advanced(saturating: next / 2)
        heard = nil
    }
}
