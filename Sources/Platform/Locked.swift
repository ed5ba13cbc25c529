/// A value that one thread at a time can touch.
///
/// Unchecked: the value is touched under the lock alone.
@safe
package final class Locked<Value>: @unchecked Sendable {
    private var value: Value
    /// A lock must not move, so it has its own memory, allocated by `init` and freed by `deinit`.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: sending Value) {
        self.value = value
        // Fresh memory of the right size, not yet shared with anything.
        unsafe lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        _ = unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        // The lock of an object without references cannot be held.
        _ = unsafe pthread_mutex_destroy(lock)
        unsafe lock.deinitialize(count: 1)
        unsafe lock.deallocate()
    }

    /// Calls `body` with the value; other threads wait meanwhile. `body` must not use this object.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // The lock was set up in init and lives as long as this object.
        _ = unsafe pthread_mutex_lock(lock)
        defer { _ = unsafe pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
