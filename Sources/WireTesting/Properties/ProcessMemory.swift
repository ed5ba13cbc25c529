import Dispatch
import Platform

/// How much memory the process takes.
enum ProcessMemory {
    /// The most that it has taken so far, in bytes.
    static var peak: Int {
        var usage = rusage()
        #if canImport(Glibc)
            // The usage is written before the call returns. It is in kilobytes.
            guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
            return usage.ru_maxrss * 1024
        #else
            // The usage is written before the call returns.
            guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
            return usage.ru_maxrss
        #endif
    }

    /// What it takes now, in bytes; nil where the system does not say.
    private static var present: Int? {
        #if os(Linux)
            // The path is a literal.
            let file = unsafe open("/proc/self/statm", O_RDONLY)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var text = [UInt8](repeating: 0, count: 128)
            // No more is written than there is room for.
            let count = unsafe text.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            let words = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
            guard words.count > 1, let pages = Int(words[1]) else { return nil }
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
            return nil
        #endif
    }

    /// By how many bytes the process is larger than before while something runs, at most; nil where nobody can tell. Other threads count
    /// too.
    static func growth(during body: () -> Void) -> Int? {
        guard let before = present else { return nil }
        let most = Locked(before)
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "memory"))
        timer.schedule(deadline: .now(), repeating: .milliseconds(1))
        timer.setEventHandler {
            guard let present else { return }
            most.withLock { $0 = max($0, present) }
        }
        timer.resume()
        body()
        timer.cancel()
        return most.withLock { $0 } - before
    }
}

/// Whether inputs take more memory than they may.
struct MemoryGuard {
    private let limit: Int?
    private var peak: Int

    init(_ limits: InputLimits) {
        limit = limits.memory
        peak = ProcessMemory.peak
    }

    /// Runs something with an input, and says if that took too much.
    ///
    /// - Parameter body: Run again if it seems so: meanwhile another thread may have taken the memory.
    mutating func run<Result>(_ body: () -> Result) -> (result: Result, reason: String?) {
        let result = body()
        guard let limit else { return (result, nil) }
        let before = peak
        peak = ProcessMemory.peak
        guard peak - before > limit else { return (result, nil) }
        let growth = ProcessMemory.growth { _ = body() } ?? peak - before
        guard growth > limit / 2 else { return (result, nil) }
        return (result, "takes \(Self.text(growth)) of memory, the limit is \(Self.text(limit))")
    }

    private static func text(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
}
