#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Holds a value that the first who asks for it gets, and nobody after.
///
/// Unchecked: the value is touched under the lock alone, and the holder gives it up with the answer.
@safe
final class SingleUse<Value>: @unchecked Sendable {
    private var value: Value?
    /// A lock must not move, so that it has memory of its own, allocated by `init` and freed by `deinit`.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: sending Value) {
        self.value = value
        // Fresh memory of the right size, which nobody else knows of yet.
        unsafe lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        _ = unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        // Nobody can hold the lock of an object that nobody refers to.
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
