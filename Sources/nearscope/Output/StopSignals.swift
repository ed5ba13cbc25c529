import Dispatch
import Foundation
import Platform

/// Ctrl-C, and other requests to end a program, as something that can be awaited: current work is finished first.
///
/// Nothing happens in a signal handler. The process itself ignores the signals; Dispatch reports them on a queue, and
/// there a byte is put into a pipe.
final class StopSignals: Sendable {
    /// Those of the process while it reads a stream: the first signal means the end of the stream, and a second one ends the
    /// program at once.
    static let ofReading = StopSignals(endsAtSecond: true)

    /// Can be read once a signal has come.
    let descriptor: Int32
    private let writing: Int32
    /// Sources are not marked as sendable; these are made and cancelled, by one thread each, and nothing else.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// - Parameter endsAtSecond: Whether the second signal ends the program as if the first had not been waited for.
    init(endsAtSecond: Bool = false) {
        var ends: [Int32] = [-1, -1]
        // The array has room for the two descriptors that the call writes.
        let isMade = unsafe pipe(&ends) == 0
        descriptor = isMade ? ends[0] : -1
        writing = isMade ? ends[1] : -1
        // Without a pipe the signals end the program as they always do.
        guard isMade else {
            unsafe sources = []
            return
        }
        let hasCome = Locked(false)
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // A constant, no handler.
            let before = signal(number, SIG_IGN)
            // nohup ignores SIGHUP, and that is to stay so. Both are
            // function pointers, which are as wide as an Int; they are compared and never called.
            if number == SIGHUP, unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                continue
            }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            let writing = writing
            source.setEventHandler {
                if hasCome.withLock({ exchange(&$0, with: true) }), endsAtSecond {
                    // A constant, no handler.
                    _ = signal(number, SIG_DFL)
                    _ = kill(getpid(), number)
                }
                // One byte of memory that lives during the call; a pipe with a byte in it needs no other.
                _ = unsafe write(writing, [UInt8(1)], 1)
            }
            // Until Dispatch watches, a signal would be ignored and lost.
            let isWatched = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isWatched.signal() }
            source.resume()
            isWatched.wait()
            sources.append(source)
        }
        unsafe self.sources = sources
        // A reader of standard output that goes away shows as a write that fails, and a capture is written to its end.
        if !endsAtSecond { _ = signal(SIGPIPE, SIG_IGN) }
    }

    /// Whether a signal has come.
    var isRaised: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // The struct is ours, and it is one.
        return unsafe poll(&state, 1, 0) > 0
    }

    deinit {
        for source in unsafe sources { source.cancel() }
        // Not closed: an event may be on its way to the pipe, and there is one of these in a process.
    }
}
