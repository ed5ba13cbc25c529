import Dispatch
import Foundation
import Platform

/// Ctrl-C, and other requests to end a program, as something that can be awaited: current work is finished first.
///
/// Nothing happens in a signal handler. The process itself ignores the signals; Dispatch reports them on a queue, and
/// there a byte is put into a pipe.
final class StopSignals {
    /// Can be read once a signal has come.
    let descriptor: Int32
    private let writing: Int32
    private var sources: [any DispatchSourceSignal] = []

    init() {
        var ends: [Int32] = [-1, -1]
        // The array has room for the two descriptors that the call writes.
        let isMade = unsafe pipe(&ends) == 0
        descriptor = isMade ? ends[0] : -1
        writing = isMade ? ends[1] : -1
        // Without a pipe the signals end the program as they always do.
        guard isMade else { return }
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
                // One byte of memory that lives during the call; a pipe with a byte in it needs no other.
                _ = unsafe write(writing, [UInt8(1)], 1)
            }
            source.resume()
            sources.append(source)
        }
        // A reader of standard output that goes away shows as a write that fails.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Whether a signal has come.
    var isRaised: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // The struct is ours, and it is one.
        return unsafe poll(&state, 1, 0) > 0
    }

    deinit {
        for source in sources { source.cancel() }
        // Not closed: an event may be on its way to the pipe, and there is one of these in a process.
    }
}
