import Dispatch
import Foundation
import TraceAnalysis
import TraceModel
import TraceReports
import WireText
import Platform

/// Draws a ``LiveView`` on the terminal of standard error, over and over at the same place.
///
/// A report takes its time: it is made on a queue of its own, from a copy of what is known, while packets are read.
final class TerminalView: Sendable {
    private struct State {
        /// Lines on the terminal.
        var drawn = 0
        var due = ContinuousClock.now + interval
        /// A view is being made.
        var isBusy = false
        var isOver = false
    }

    /// Twice a second at most, and less often where making the view takes long: the machine has other work.
    private static let interval: Duration = .milliseconds(500)
    private static let share = 10

    private let style: TextStyle
    private let queue = DispatchQueue(label: "view")
    private let state = Locked(State())

    /// Nil if standard error is not a terminal that can move its cursor.
    init?(style: TextStyle) {
        let terminal = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
        guard isatty(STDERR_FILENO) == 1, terminal != "dumb" else { return nil }
        self.style = style
    }

    /// Draws, if it is time to and the view before is ready.
    ///
    /// - Parameter content: Asked at once for what is known now, which makes the report later, elsewhere.
    func drawIfDue(_ content: () -> (LiveView.Progress, @Sendable () -> TraceReport?)) {
        let isDue = state.withLock { state in
            guard !state.isBusy, ContinuousClock.now >= state.due else { return false }
            state.isBusy = true
            return true
        }
        guard isDue else { return }
        let (progress, report) = content()
        queue.async { [self] in
            let start = ContinuousClock.now
            let (width, height) = Self.size
            let lines = LiveView(width: width, height: height, style: style).lines(progress, report())
            state.withLock { state in
                state.isBusy = false
                guard !state.isOver else { return }
                write(Self.erasure(of: state.drawn) + lines.joined(separator: "\n") + "\n")
                state.drawn = lines.count
                let end = ContinuousClock.now
                state.due = max(start + Self.interval, end + (end - start) * Self.share)
            }
        }
    }

    /// Takes the view away, for good.
    func clear() {
        state.withLock { state in
            write(Self.erasure(of: state.drawn))
            state.drawn = 0
            state.isOver = true
        }
    }

    /// Moves the cursor to the first line of what was drawn, and clears from there on (ECMA-48 CPL and ED).
    private static func erasure(of drawn: Int) -> String { drawn > 0 ? "\u{1B}[\(drawn)F\u{1B}[J" : "" }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    private static var size: (width: Int, height: Int) {
        var size = winsize()
        // The struct is ours, and the call fills it.
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
