import Dispatch
import Platform

/// The files that a command has begun and not finished: who interrupts it finds none of them.
enum PartialFiles {
    /// From the first call on, a signal that ends the program removes them first.
    static func removeOnSignals() { _ = unsafe sources }

    /// Sources are not marked as sendable; these are made once, and never touched again.
    private nonisolated(unsafe) static let sources: [any DispatchSourceSignal] = {
        // One of its own: all threads may be busy.
        let queue = DispatchQueue(label: "partial files")
        return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].compactMap { number in
            // A constant, no handler.
            let before = signal(number, SIG_IGN)
            // Who started the program ignores the signal on its behalf. Both are function pointers, which are as wide as an Int; they
            // are compared and never called.
            if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                AtomicFile.removeAll()
                // A constant, no handler.
                _ = signal(number, SIG_DFL)
                // Who starts the program may have all of its threads block the signal; this one is to be ended by it. The set lives
                // during the calls.
                var signals = sigset_t()
                _ = unsafe sigemptyset(&signals)
                _ = unsafe sigaddset(&signals, number)
                _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                _ = kill(getpid(), number)
            }
            let isWatched = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isWatched.signal() }
            source.resume()
            isWatched.wait()
            return source
        }
    }()
}
