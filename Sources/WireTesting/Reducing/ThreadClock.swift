import Platform

/// The processor time of one thread, for any other to look at while it runs.
struct ThreadClock: Sendable {
    private let origin = ContinuousClock.now
    #if canImport(Glibc)
        private let clock: clockid_t?

        /// For the thread that calls.
        init() {
            var clock = clockid_t()
            // The clock is written before the call returns.
            self.clock = unsafe pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : nil
        }

        /// Nil where the system does not say, or the thread has ended.
        var nanoseconds: Int64? {
            guard let clock else { return nil }
            var time = timespec()
            // The time is written before the call returns.
            guard unsafe clock_gettime(clock, &time) == 0 else { return nil }
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    #else
        init() {}
        var nanoseconds: Int64? { nil }
    #endif

    /// Processor time, or time since the clock was made where the system does not say.
    var time: Duration { nanoseconds.map { .nanoseconds($0) } ?? ContinuousClock.now - origin }
}
