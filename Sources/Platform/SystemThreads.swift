/// What the system lets this process have of threads and memory.
package enum SystemThreads {
    /// Whether so many threads can run beside this one. They are started and ended at once.
    ///
    /// Dispatch, which Swift's tasks run on, says nothing when the system refuses it a thread: it sleeps and tries again, for
    /// ever.
    package static func canStart(_ count: Int) -> Bool {
        let gate = Locked(())
        return gate.withLock { _ in
            var threads: [pthread_t] = []
            defer { for thread in threads { pthread_detach(thread) } }
            for _ in 0..<count {
                guard let thread = start(waitingFor: gate) else { return false }
                threads.append(thread)
            }
            return true
        }
    }

    /// A thread that ends when the lock is free.
    private static func start(waitingFor gate: Locked<Void>) -> pthread_t? {
        // The thread gets a reference of its own, which it takes over; where none is started, it is taken back here.
        let argument = unsafe Unmanaged.passRetained(gate)
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = unsafe pthread_create(
                &thread, nil,
                { argument in
                    unsafe Unmanaged<Locked<Void>>.fromOpaque(argument).takeRetainedValue().withLock { _ in }
                    return nil
                }, argument.toOpaque())
        #else
            var thread = pthread_t()
            let status = unsafe pthread_create(
                &thread, nil,
                { argument in
                    if let argument = unsafe argument {
                        unsafe Unmanaged<Locked<Void>>.fromOpaque(argument).takeRetainedValue().withLock { _ in }
                    }
                    return nil
                }, argument.toOpaque())
        #endif
        guard status == 0 else {
            unsafe argument.release()
            return nil
        }
        return thread
    }

    /// The processor time of this process so far, in microseconds.
    package static var processorTime: Int {
        var usage = rusage()
        // The call writes into the value that it is given, and keeps nothing of it.
        _ = unsafe getrusage(ownUsage, &usage)
        return Int(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000
            + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }

    /// The most bytes of address space that the process may have (`ulimit -v`); nil without a limit.
    package static var addressSpace: Int? {
        var limit = rlimit()
        // As above.
        guard unsafe getrlimit(ofAddresses, &limit) == 0, limit.rlim_cur < UInt64(Int.max) else { return nil }
        return Int(limit.rlim_cur)
    }

    /// RUSAGE_SELF, which has not the type of the parameter on all systems.
    private static let ownUsage: Int32 = 0

    #if canImport(Glibc)
        // An enumeration there, whose function takes its raw values.
        private static let ofAddresses = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
        private static let ofAddresses = RLIMIT_AS
    #endif
}
