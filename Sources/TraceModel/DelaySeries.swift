/// The one-way delays of a session between two captures over time in bins, for plots: no extreme and no loss is left out.
public struct DelaySeries: Hashable, Sendable {
    /// ``CorrelationReport/Session/id``
    public var session: Int
    /// Initiator to responder.
    public var forward: Line
    /// Responder to initiator.
    public var backward: Line

    /// Made of all its parts.
    public init(session: Int, forward: Line, backward: Line) {
        (self.session, self.forward, self.backward) = (session, forward, backward)
    }

    /// One direction.
    public struct Line: Hashable, Sendable {
        /// Seconds that packets took which are in both captures, by the time of their arrival: seconds from the first packet of
        /// capture A, by its clock. Of few packets, each has a bin of its own.
        public var delays: [SeriesBin]
        /// Lost packets, by the time at which they were sent.
        public var losses: [LossBin]
        /// Whether capture A is at the sender's end.
        public var senderIsFirst: Bool

        /// Made of all its parts.
        public init(delays: [SeriesBin], losses: [LossBin], senderIsFirst: Bool) {
            (self.delays, self.losses, self.senderIsFirst) = (delays, losses, senderIsFirst)
        }
    }

    /// The losses of one span of time.
    public struct LossBin: Hashable, Sendable {
        /// When the first of them was sent.
        public var time: Double
        /// Packets in the bin that were lost.
        public var count: Int

        /// Made of all its parts.
        public init(time: Double, count: Int) { (self.time, self.count) = (time, count) }
    }
}
