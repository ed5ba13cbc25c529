/// When a peer tries again after a connection failed: after 1, 2 and 4 seconds, then no more.
///
/// The time counts from the failure, not from the attempt before it. After refused attempts, which fail within a round
/// trip, attempts begin 1, 2 and 4 seconds apart; after attempts that time out, by that much more.
public enum RetrySchedule {
    /// The number of attempts before a peer stops, including the first one.
    public static let maximumAttempts = 4

    /// The time from a failure to the next attempt, or nil if there is none.
    ///
    /// - Parameter failure: How many attempts have failed, 1 for the first.
    public static func delay(afterFailure failure: Int) -> Duration? {
        guard (1..<maximumAttempts).contains(failure) else { return nil }
        return .seconds(1 << (failure - 1))
    }

    /// The minimum time from a failure to the next attempt. A peer that continues instead of stopping must wait as long
    /// as the last time; before the first failure there is no wait.
    ///
    /// - Parameter failure: How many attempts have failed.
    public static func leastWait(afterFailure failure: Int) -> Duration {
        delay(afterFailure: min(failure, maximumAttempts - 1)) ?? .zero
    }

    /// Whether a peer tried again too soon. Whether it should have stopped, or was late, is not checked.
    ///
    /// - Parameters:
    ///   - wait: From the failure to the next attempt.
    ///   - failure: How many attempts had failed.
    ///   - tolerance: How much earlier is still on time.
    public static func isTooSoon(_ wait: Duration, afterFailure failure: Int, tolerance: Duration) -> Bool {
        wait < leastWait(afterFailure: failure) - tolerance
    }

    /// Whether a peer that waited so long kept to the schedule.
    ///
    /// - Parameters:
    ///   - wait: From the failure to the next attempt, or nil when none was made.
    ///   - failure: How many attempts had failed.
    ///   - tolerance: How much earlier or later is still on time. Timers are late more often than early.
    public static func allows(_ wait: Duration?, afterFailure failure: Int, tolerance: Duration) -> Bool {
        guard let delay = delay(afterFailure: failure) else { return wait == nil }
        guard let wait else { return false }
        return !isTooSoon(wait, afterFailure: failure, tolerance: tolerance) && wait <= delay + tolerance
    }

    /// The waits of a peer that break the schedule, by the number of the failure before them.
    ///
    /// - Parameters:
    ///   - waits: The time from each failure to the next attempt, in time order. The absence of an attempt after the
    ///     last one is not checked, because a capture does not show the future.
    ///   - tolerance: By how much a wait may differ from the schedule.
    public static func violations(of waits: [Duration], tolerance: Duration) -> [Int] {
        waits.indices.map { $0 + 1 }.filter { !allows(waits[$0 - 1], afterFailure: $0, tolerance: tolerance) }
    }
}
