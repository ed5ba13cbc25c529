import Platform

/// Notices that the program stands still because the system refuses it a thread that it waits for.
///
/// Whoever waits for input stands still too, but can have threads.
struct ThreadWatch {
    /// Seconds without work before the system is asked.
    private static let patience = 10
    /// What asking takes, in microseconds of processor time.
    private static let ownTime = 2000

    private var time = SystemThreads.processorTime
    private var idle = 0

    /// Looks once a second.
    mutating func findsStandstill() -> Bool {
        let now = SystemThreads.processorTime
        idle = now - time > Self.ownTime ? 0 : idle + 1
        time = now
        guard idle >= Self.patience else { return false }
        idle = 0
        return !SystemThreads.canStart(1)
    }
}
