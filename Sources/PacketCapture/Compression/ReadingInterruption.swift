import Platform

/// A request to end the reading of pipes and other streams, such as a signal to the program: what has been read by then is
/// all there is.
///
/// Whoever writes the stream often gets the same request (Ctrl-C goes to all programs of a pipeline) and writes what it has
/// left before it ends. So reading goes on for a short time after the request.
public struct ReadingInterruption: Sendable {
    private let descriptor: Int32
    private let patience: Duration
    /// When the request was seen first.
    private let begin = Locked<ContinuousClock.Instant?>(nil)

    /// A request that a descriptor shows.
    ///
    /// - Parameters:
    ///   - descriptor: Can be read, or is at its end, once there is a request. Nothing is read from it.
    ///   - patience: How long the writer of the stream has after the request.
    public init(descriptor: Int32, patience: Duration = .seconds(1)) {
        (self.descriptor, self.patience) = (descriptor, patience)
    }

    /// Waits until a stream can be read, or ends.
    ///
    /// - Returns: False if it is to be read no more.
    func allowsReading(_ stream: Int32) -> Bool {
        while true {
            let left = left
            if let left, left <= .zero { return false }
            var states = [
                pollfd(fd: stream, events: Int16(POLLIN), revents: 0),
                // Once there is a request it would end every wait.
                pollfd(fd: left == nil ? descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            let timeout = left.map { Int32(min($0 / .milliseconds(1) + 1, Double(Int32.max))) } ?? -1
            // The array is ours, and its count is given.
            let count = unsafe poll(&states, 2, timeout)
            // Reading says what is wrong with a descriptor that cannot be waited for.
            if count < 0 && errno != EINTR || states[0].revents != 0 { return true }
            if states[1].revents != 0 { begin.withLock { $0 = $0 ?? .now } }
        }
    }

    /// The time that is left, nil without a request.
    private var left: Duration? {
        begin.withLock { $0 }.map { patience - (ContinuousClock.now - $0) }
    }
}
