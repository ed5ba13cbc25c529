import Foundation
import Platform
import WireText

@main
enum Program {
    /// Runs the command on other threads, and what has to happen on this one here: after a main function that is asynchronous it
    /// would be gone, with all the rights that it had.
    static func main() {
        endOnQuit()
        widenForHelp()
        guard SystemThreads.canStart(fewestThreads) else { endWithoutThreads() }
        Task.detached {
            MainThread.begin()
            await NearscopeCommand.main()
            MainThread.end()
        }
        guard MainThread.hasBegun(within: patience) else { endWithoutThreads() }
        var watch = ThreadWatch()
        MainThread.serve { if watch.findsStandstill() { endWithoutThreads() } }
    }

    /// The parser of arguments stops the program where its help has no room: fewer columns than these count as these.
    private static func widenForHelp() {
        let columns =
            ProcessInfo.processInfo.environment["COLUMNS"].map { Int($0) ?? 0 } ?? StandardOutput().terminalWidth
        guard let columns, columns < fewestColumns else { return }
        // No other thread has begun that could read the environment meanwhile.
        _ = unsafe setenv("COLUMNS", columns < 1 ? "80" : "\(fewestColumns)", 1)
    }

    private static let fewestColumns = 40

    private static func endWithoutThreads() -> Never {
        StandardError.write(
            "nearscope: cannot start a thread; check the limits of processes and memory (ulimit -u, ulimit -v)")
        exit(ExitStatus.cannotStart.rawValue)
    }

    /// One runs the command, and one more what it waits for.
    private static let fewestThreads = 2

    /// The Swift runtime catches the signal to print where the program is, and lets it go on: who sent it wants it to end.
    private static func endOnQuit() {
        let before = signal(SIGQUIT, SIG_DFL)
        // Who started the program ignores it on its behalf. Both are function pointers, which are as wide as an Int; they are
        // compared and never called.
        if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            _ = signal(SIGQUIT, SIG_IGN)
        }
    }

    /// A thread that the system refuses shows in nothing but that it does not run: in seconds, more than a busy machine takes.
    private static let patience = 20
}
