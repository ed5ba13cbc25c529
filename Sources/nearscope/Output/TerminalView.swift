import Foundation
import TraceAnalysis
import TraceModel
import TraceReports
import WireText
import Platform

/// Draws a ``LiveView`` on the terminal of standard error, over and over at the same place.
final class TerminalView {
    /// Twice a second at most, and less often where making the view takes long: packets must not wait for it.
    private static let interval: Duration = .milliseconds(500)
    private static let share = 10

    private let style: TextStyle
    private var drawn = 0
    private var due = ContinuousClock.now + interval

    /// Nil if standard error is not a terminal that can move its cursor.
    init?(style: TextStyle) {
        let terminal = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
        guard isatty(STDERR_FILENO) == 1, terminal != "dumb" else { return nil }
        self.style = style
    }

    /// Draws what `content` says, if it is time to.
    func drawIfDue(_ content: () -> (LiveView.Progress, TraceReport?)) {
        let start = ContinuousClock.now
        guard start >= due else { return }
        let (width, height) = Self.size
        let (progress, report) = content()
        let lines = LiveView(width: width, height: height, style: style).lines(progress, report)
        write(erasure + lines.joined(separator: "\n") + "\n")
        drawn = lines.count
        let end = ContinuousClock.now
        due = max(start + Self.interval, end + (end - start) * Self.share)
    }

    /// Takes the view away.
    func clear() {
        write(erasure)
        drawn = 0
    }

    /// Moves the cursor to the first line of what was drawn, and clears from there on (ECMA-48 CPL and ED).
    private var erasure: String { drawn > 0 ? "\u{1B}[\(drawn)F\u{1B}[J" : "" }

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
