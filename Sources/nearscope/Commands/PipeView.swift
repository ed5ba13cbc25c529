import Dispatch
import Platform
import TraceAnalysis
import TraceReports
import WireText

/// The live view of a pipe whose packets are explained as they come: services, sessions and findings so far.
///
/// It is drawn by a timer of its own, so that it shows the last packets also while nothing comes; reading waits for no more than
/// a copy of what is known.
final class PipeView: Sendable {
    /// The longest time between two looks whether the view is due.
    private static let tick = DispatchTimeInterval.milliseconds(100)

    /// What the view shows is taken from there.
    let watch = TraceWatch()
    private let view: TerminalView
    private let title: String
    private let rates = Locked(RateMeter())
    private let start = ContinuousClock.now
    /// Nil once the view is taken away.
    private let timer = Locked<(any DispatchSourceTimer)?>(nil)

    /// Nil unless a pipe is read and the output is a terminal: only a person there wants to see the answer coming.
    ///
    /// - Parameters:
    ///   - paths: All that will be read.
    ///   - style: Whether the terminal has colors.
    init?(_ paths: [String], style: TextStyle) {
        guard paths.count == 1, CaptureInputs.isPipe(paths[0]), StandardOutput().isTerminal,
            let view = TerminalView(style: style)
        else { return nil }
        self.view = view
        title = "Reading " + (paths[0] == "-" ? "standard input" : paths[0])
    }

    /// Begins to draw.
    func begin() {
        timer.withLock { current in
            // A queue of its own: all threads of the analysis may be busy.
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "pipe"))
            timer.schedule(deadline: .now() + Self.tick, repeating: Self.tick)
            timer.setEventHandler { [self] in draw() }
            timer.resume()
            current = timer
        }
    }

    /// Takes the view away, for good.
    func end() {
        timer.withLock { timer in
            timer?.cancel()
            timer = nil
        }
        view.clear()
    }

    private func draw() {
        let (packets, bytes) = watch.counts
        let elapsed = ContinuousClock.now - start
        let (packetRate, bitRate) = rates.withLock { rates in
            rates.update(packets: packets, bytes: bytes, at: elapsed)
            return (rates.packetsPerSecond, rates.bitsPerSecond)
        }
        view.drawIfDue {
            let progress = LiveView.Progress(
                title: title, elapsed: elapsed / .seconds(1), packets: packets, bytes: bytes, packetRate: packetRate,
                bitRate: bitRate, dropped: 0, advice: "Ctrl-C ends the reading, and the summary follows.")
            return (progress, { [watch] in watch.report() })
        }
    }
}
