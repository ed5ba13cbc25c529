#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A value that one thread at a time may touch.
///
/// Unchecked: the value is touched under the lock alone.
@safe
final class Locked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    /// A lock must not move, so that it has memory of its own, allocated by `init` and freed by `deinit`.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: Value) {
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

    /// Lets the caller alone have the value meanwhile.
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        // The lock was set up in init and lives as long as this object.
        _ = unsafe pthread_mutex_lock(lock)
        defer { _ = unsafe pthread_mutex_unlock(lock) }
        return body(&value)
    }
}
