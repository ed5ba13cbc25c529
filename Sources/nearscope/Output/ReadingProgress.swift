import Dispatch
import Foundation
import PacketCapture
import Platform
import WireText

/// How far reading is, in one line on the terminal of standard error; nothing where that is no terminal, and nothing before a
/// second is over.
enum ReadingProgress {
    private struct State {
        /// Keeps the line up to date; nil while there is nothing to show.
        var timer: (any DispatchSourceTimer)?
        var isDrawn = false
        /// Captures that are through, of how many; nil where they are not counted.
        var captures: (done: Int, total: Int)?
    }

    private static let state = Locked(State())

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - paths: What will be read, `"-"` for standard input.
    ///   - passes: How often.
    ///   - captures: How many captures there are, where ``captureIsDone()`` says of each that it is through.
    static func start(_ paths: [String], passes: Int = 1, captures: Int? = nil) {
        let isDumb = ProcessInfo.processInfo.environment["TERM"] ?? "dumb" == "dumb"
        guard isatty(STDERR_FILENO) == 1, !isDumb else { return }
        let total = size(of: paths).map { $0 * passes }
        let (begin, before) = (ContinuousClock.now, ReadingMeter.amount)
        stop()
        state.withLock { state in
            state.captures = captures.map { (0, $0) }
            // A queue of its own: all threads of the analysis may be busy.
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
            timer.schedule(deadline: .now() + .seconds(1), repeating: .milliseconds(500))
            timer.setEventHandler {
                var amount = ReadingMeter.amount
                amount.bytes -= before.bytes
                amount.packets -= before.packets
                let seconds = (ContinuousClock.now - begin) / .seconds(1)
                let captures = Self.state.withLock { $0.captures }
                draw((captures.map { line($0, after: seconds) } ?? "") + line(amount, of: total, after: seconds))
            }
            timer.resume()
            state.timer = timer
        }
    }

    /// One more capture is through.
    static func captureIsDone() { state.withLock { $0.captures?.done += 1 } }

    /// `12 of 40 captures (3.5 a second), `
    static func line(_ captures: (done: Int, total: Int), after seconds: Double) -> String {
        let rate = seconds > 0 ? Double(captures.done) / seconds : 0
        let tenths = Int((rate * 10).rounded())
        return "\(Quantity.grouped(captures.done)) of \(Quantity.count(captures.total, "capture"))"
            + " (\(tenths / 10).\(tenths % 10) a second), "
    }

    /// Ends for good, and takes the line away.
    static func stop() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            erase(&state)
        }
    }

    /// Takes the line away, before something else is written.
    ///
    /// - Parameter isAnswer: Whether the answer comes on the same terminal: it has come then.
    static func clear(isAnswer: Bool = false) {
        if isAnswer { return stop() }
        state.withLock { erase(&$0) }
    }

    /// `1.2 GB of 1.3 GB (92 %), 5,600,000 packets, 2 s left`
    ///
    /// - Parameters:
    ///   - total: The bytes to read, nil where that is unknown.
    ///   - seconds: Since the beginning.
    static func line(_ amount: ReadingMeter.Amount, of total: Int?, after seconds: Double) -> String {
        let packets = Quantity.count(amount.packets, "packet")
        guard let total, total > 0, amount.bytes <= total else {
            return "\(Quantity.bytes(amount.bytes)), \(packets), \(Quantity.duration(seconds.rounded()))"
        }
        guard amount.bytes < total else { return "\(Quantity.bytes(total)) read, \(packets); preparing the answer" }
        let share = Double(amount.bytes) / Double(total)
        let start = "\(Quantity.bytes(amount.bytes)) of \(Quantity.bytes(total)) (\(Int(share * 100)) %), \(packets)"
        guard share > 0 else { return start }
        return start + ", \(Quantity.duration(max(1, (seconds / share - seconds).rounded()))) left"
    }

    /// Bytes of files and of those in folders; nil with a stream among them.
    private static func size(of paths: [String]) -> Int? {
        var sum = 0
        for path in paths {
            guard path != "-" else { return nil }
            guard let status = Files.status(path) else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: sum += Int(status.st_size)
            case S_IFDIR:
                let files = ((try? Files.names(in: path)) ?? []).compactMap { Files.status(path + "/" + $0) }
                sum += files.filter { $0.st_mode & S_IFMT == S_IFREG }.reduce(0) { $0 + Int($1.st_size) }
            default: return nil
            }
        }
        return sum
    }

    private static func draw(_ line: String) {
        state.withLock { state in
            guard state.timer != nil else { return }
            erase(&state)
            write(line)
            state.isDrawn = true
        }
    }

    /// Moves the cursor to the beginning of the line, and clears it (ECMA-48 EL).
    private static func erase(_ state: inout State) {
        if state.isDrawn { write("\r\u{1B}[K") }
        state.isDrawn = false
    }

    private static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
