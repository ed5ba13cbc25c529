#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Holds a value that only the first caller gets.
///
/// Unchecked: the value is touched under the lock alone, and the holder gives it up with the answer.
@safe
final class SingleUse<Value>: @unchecked Sendable {
    private var value: Value?
    /// A lock must not move, so it has its own memory, allocated by `init` and freed by `deinit`.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: sending Value) {
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

    func take() -> Value? {
        // The lock was set up in init and lives as long as this object.
        _ = unsafe pthread_mutex_lock(lock)
        defer { _ = unsafe pthread_mutex_unlock(lock) }
        defer { value = nil }
        return value
    }
}
