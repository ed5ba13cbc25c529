import Dispatch
import Platform

/// The first thread of the process: the system shows its rights as those of the process.
enum MainThread {
    /// To be done, in order; nil for the end.
    private static let work = Locked<[(@Sendable () -> Void)?]>([])
    private static let arrival = DispatchSemaphore(value: 0)
    private static let beginning = DispatchSemaphore(value: 0)

    /// Says that another thread runs.
    static func begin() { beginning.signal() }

    /// Whether another thread runs within so many seconds.
    static func hasBegun(within seconds: Int) -> Bool {
        beginning.wait(timeout: .now() + .seconds(seconds)) == .success
    }

    /// Does what ``run(_:)`` and ``end()`` ask for, until the end.
    ///
    /// - Parameter watch: Done each second in which nothing was asked for.
    static func serve(_ watch: () -> Void) {
        while true {
            guard arrival.wait(timeout: .now() + .seconds(1)) == .success else {
                watch()
                continue
            }
            guard let next = work.withLock({ $0.removeFirst() }) else { return }
            next()
        }
    }

    /// Does something on this thread, and waits for it.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let result = Locked<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        add {
            let value = body()
            result.withLock { $0 = value }
            isDone.signal()
        }
        isDone.wait()
        return result.withLock { $0 }
    }

    static func end() { add(nil) }

    private static func add(_ next: (@Sendable () -> Void)?) {
        work.withLock { $0.append(next) }
        arrival.signal()
    }
}
