import Dispatch
import Platform

/// How much memory the process takes.
enum ProcessMemory {
    /// The most that it has taken so far, in bytes. On Linux that of the program before it counts, which it was started from.
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
    static var present: Int? { statusField("VmRSS:") }

    /// The most that it has taken since ``forgetPeak()``, in bytes; nil where the system does not say.
    static var recentPeak: Int? { statusField("VmHWM:") }

    /// Begins anew with ``recentPeak``, where the system lets it.
    static func forgetPeak() {
        #if os(Linux)
            // The path is a literal.
            let file = unsafe open("/proc/self/clear_refs", O_WRONLY)
            guard file >= 0 else { return }
            defer { close(file) }
            let command: [UInt8] = [UInt8(ascii: "5")]
            // One byte is there.
            _ = unsafe command.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        #endif
    }

    /// A number of the process's status, which is in kilobytes, in bytes.
    private static func statusField(_ name: String) -> Int? {
        #if os(Linux)
            // The path is a literal.
            let file = unsafe open("/proc/self/status", O_RDONLY)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var text = [UInt8](repeating: 0, count: 4096)
            // No more is written than there is room for.
            let count = unsafe text.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            let words = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split {
                $0 == "\n" || $0 == "\t" || $0 == " "
            }
            guard let place = words.firstIndex(of: name[...]), words.indices.contains(place + 1) else { return nil }
            return Int(words[place + 1]).map { $0 * 1024 }
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
    /// Whether the cheap way to ask for the peak hides what is less than the process, or the one before it, had taken earlier.
    private let isHidden: Bool

    init(_ limits: InputLimits) {
        limit = limits.memory
        let present = limit == nil ? nil : ProcessMemory.present
        isHidden = present.map { ProcessMemory.peak > $0 + (limits.memory ?? 0) / 4 } ?? false
        if isHidden { ProcessMemory.forgetPeak() }
        peak = 0
        peak = isHidden ? ProcessMemory.recentPeak ?? 0 : ProcessMemory.peak
    }

    /// Runs something with an input, and says if that took too much.
    ///
    /// - Parameter body: Run again if it seems so: meanwhile another thread may have taken the memory. Each run begins the input
    ///   anew, so that the limit of time is that of one.
    mutating func run<Result>(_ body: () -> Result) -> (result: Result, reason: String?) {
        let result = body()
        guard let limit else { return (result, nil) }
        let before = peak
        peak = isHidden ? ProcessMemory.recentPeak ?? 0 : ProcessMemory.peak
        guard peak - before > limit else { return (result, nil) }
        let growth = ProcessMemory.growth { _ = body() } ?? peak - before
        guard growth > limit / 2 else { return (result, nil) }
        return (result, "takes \(Self.text(growth)) of memory, the limit is \(Self.text(limit))")
    }

    private static func text(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
}
