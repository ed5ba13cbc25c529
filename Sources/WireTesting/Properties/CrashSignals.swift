import Platform

/// The process's handlers for signals of traps, there while any ``CrashWatch`` lasts.
///
/// The handler writes the thread's ``CrashReport``, gives the signal back to who handled it before, and raises it again, so
/// that the process ends as it would have without us, with its backtrace and exit status.
enum CrashSignals {
    private static let numbers: [Int32] = [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE]

    /// Under which each thread keeps its report.
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        // The key is written before the call returns. No process has so few keys left that none is available for a
        // test.
        guard unsafe pthread_key_create(&key, nil) == 0 else { preconditionFailure("no pthread key is left") }
        return key
    }()

    /// The previous handler of each signal, by its number. Allocated once and never freed, and changed under the lock of
    /// ``watches`` while no handler of ours is installed.
    private nonisolated(unsafe) static let former: UnsafeMutablePointer<sigaction> = {
        // More than the greatest of the numbers, all initialized.
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
        unsafe actions.initialize(repeating: sigaction(), count: 64)
        return unsafe actions
    }()

    /// How many watches there are.
    private static let watches = Locked(0)

    /// Counts a watch, and installs the handlers for the first.
    static func begin() {
        watches.withLock { count in
            count += 1
            if count == 1 { install() }
        }
    }

    private static func install() {
        // The handler reads this, so it must exist before.
        _ = key
        for number in numbers {
            var action = sigaction()
            // On the stack that the watch has given to the kernel.
            action.sa_flags = SA_ONSTACK
            // The handler is a C function without context, so that it lives as long as the process.
            #if canImport(Darwin)
                unsafe action.__sigaction_u.__sa_handler = handle
            #elseif canImport(Glibc)
                unsafe action.__sigaction_handler.sa_handler = handle
            #else
                unsafe action.__sa_handler.sa_handler = handle
            #endif
            // Numbers are below 64, the room that there is.
            _ = unsafe sigaction(number, &action, former + Int(number))
        }
    }

    /// Gives the signals back after the last watch.
    static func end() {
        watches.withLock { count in
            count -= 1
            guard count == 0 else { return }
            // As `begin()` has kept them.
            for number in numbers { _ = unsafe sigaction(number, former + Int(number), nil) }
        }
    }

    /// Runs in whatever state the thread was in: only reads of memory that is there, `write`, `sigaction` and `raise`, all
    /// of which POSIX allows here, and `pthread_getspecific`, which reads the thread's own memory without a lock. The lazy
    /// constants were made by ``begin()``.
    private static let handle: @convention(c) (Int32) -> Void = { number in
        // The pointer is one that a watch of this thread has set and not yet taken back.
        if let report = unsafe pthread_getspecific(key)?.assumingMemoryBound(to: CrashReport.self) {
            let text = unsafe report.pointee.text
            var offset = 0
            // All of its bytes are initialized.
            while offset < text.count, let start = text.baseAddress {
                let written = unsafe write(STDERR_FILENO, start + offset, text.count - offset)
                guard written > 0 else { break }
                offset += written
            }
        }
        // As `begin()` has kept it. The signal is blocked until this returns, and then handled as before.
        _ = unsafe sigaction(number, former + Int(number), nil)
        raise(number)
    }
}
