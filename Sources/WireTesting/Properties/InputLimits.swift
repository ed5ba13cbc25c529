/// How long a parser may be busy with one input, and how much memory it may take for it.
public struct InputLimits: Hashable, Sendable {
    /// Processor time of the thread, or ten times as long by the clock; nil for as long as it likes.
    ///
    /// A thread cannot be stopped from outside. So the process ends when the time is over (`SIGABRT`), after property, seed and input
    /// were written to standard error. A failing input or value is also reduced for no longer than this, all its tries together.
    public var time: Duration?
    /// Bytes by which the process grows meanwhile; nil for as many as it likes. What takes more is a failure of the property.
    ///
    /// Memory counts when it is written to: what a parser asks for and leaves untouched is not seen. That of other threads counts too, so
    /// tests that run at the same time add up.
    public var memory: Int?

    /// Limits of one input.
    ///
    /// - Parameters:
    ///   - time: Processor time; nil for as long as the parser likes.
    ///   - memory: Bytes; nil for as many as it likes.
    public init(time: Duration? = .seconds(5), memory: Int? = 1 << 30) {
        self.time = time
        self.memory = memory
    }

    /// Five seconds and a gigabyte: no input of a network is worth more.
    public static let standard = InputLimits()
    /// None at all.
    public static let none = InputLimits(time: nil, memory: nil)
}
