/// The one-way delays of a session between two captures over time in bins, for plots: no extreme and no loss is left out.
public struct DelaySeries: Equatable, Sendable {
    /// ``CorrelationReport/Session/id``
    public var session: Int
    public var forward: Line
    public var backward: Line

    package init(session: Int, forward: Line, backward: Line) {
        (self.session, self.forward, self.backward) = (session, forward, backward)
    }

    /// One direction.
    public struct Line: Equatable, Sendable {
        /// Seconds that packets took which are in both captures, by the time of their arrival: seconds from the first packet of
        /// capture A, by its clock. Of few packets, each has a bin of its own.
        public var delays: [SeriesBin]
        /// Lost packets, by the time at which they were sent.
        public var losses: [LossBin]
        /// Whether capture A is at the sender's end.
        public var senderIsFirst: Bool

        package init(delays: [SeriesBin], losses: [LossBin], senderIsFirst: Bool) {
            (self.delays, self.losses, self.senderIsFirst) = (delays, losses, senderIsFirst)
        }
    }

    /// The losses of one span of time.
    public struct LossBin: Equatable, Sendable {
        /// When the first of them was sent.
        public var time: Double
        public var count: Int

        package init(time: Double, count: Int) { (self.time, self.count) = (time, count) }
    }
}
