import Dispatch
import Platform

/// The inputs that threads are busy with, and until when they may be.
enum InputDeadlines {
    /// What one thread is busy with.
    final class Entry: Sendable {
        struct State {
            /// Says which input it is.
            var text: [UInt8] = []
            var begin = ContinuousClock.now
            /// The processor time of the thread by then, in nanoseconds.
            var used: Int64 = 0
            /// Whether an input is there.
            var isBusy = false
        }

        let property: String
        let limit: Duration
        let state = Locked(State())
        private let thread: ThreadClock

        /// For the thread that calls.
        init(property: String, limit: Duration) {
            self.property = property
            self.limit = limit
            thread = ThreadClock()
        }

        /// The next input begins.
        func begin(_ text: [UInt8]) {
            let used = thread.nanoseconds ?? 0
            state.withLock { $0 = State(text: text, used: used, isBusy: true) }
        }

        /// What to say of an input that takes too long; nil as long as none does.
        fileprivate var verdict: [UInt8]? {
            let used = thread.nanoseconds
            return state.withLock { state in
                guard state.isBusy else { return nil }
                let isOverdue = used.map { Duration.nanoseconds($0 - state.used) > limit } ?? false
                guard isOverdue || ContinuousClock.now - state.begin > limit * 10 else { return nil }
                return Array("\n\(property): takes longer than \(limit), so that the process ends\n".utf8) + state.text
            }
        }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Looks at them; nil while there are none.
        var timer: (any DispatchSourceTimer)?
    }

    private static let state = Locked(State())

    static func add(_ entry: Entry) {
        state.withLock { state in
            state.entries[ObjectIdentifier(entry)] = entry
            guard state.timer == nil else { return }
            // A queue of its own: all threads of the tests may be busy.
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "deadlines"))
            timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
            timer.setEventHandler { look() }
            timer.resume()
            state.timer = timer
        }
    }

    static func remove(_ entry: Entry) {
        state.withLock { state in
            state.entries[ObjectIdentifier(entry)] = nil
            guard state.entries.isEmpty else { return }
            state.timer?.cancel()
            state.timer = nil
        }
    }

    private static func look() {
        let entries = state.withLock { Array($0.entries.values) }
        guard let text = entries.lazy.compactMap(\.verdict).first else { return }
        // All bytes are initialized; what cannot be written cannot be helped.
        _ = unsafe text.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        abort()
    }
}
