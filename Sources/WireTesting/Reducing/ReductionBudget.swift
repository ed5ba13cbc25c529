/// How much work a reduction may still be, in tries and in processor time.
struct ReductionBudget {
    private(set) var tries = 0
    private let maximumTries: Int
    private let maximumTime: Duration?
    private let clock = ThreadClock()
    private let begin: Duration
    private var isOverdue = false

    /// - Parameter maximumTime: Processor time of the thread that calls, or time where the system does not say; nil for
    ///   as long as it takes.
    init(tries maximumTries: Int, time maximumTime: Duration?) {
        self.maximumTries = maximumTries
        self.maximumTime = maximumTime
        begin = clock.time
    }

    var isSpent: Bool { isOverdue || tries >= maximumTries }

    /// Counts a try; false if there is none left.
    mutating func take() -> Bool {
        look()
        guard !isSpent else { return false }
        tries += 1
        return true
    }

    /// Looks at the clock, where there is work that is not a try.
    mutating func look() {
        if let maximumTime, !isOverdue { isOverdue = clock.time - begin > maximumTime }
    }
}
