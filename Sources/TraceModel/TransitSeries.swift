/// The one-way delays of a session between two captures over time, for plots: thinned evenly.
public struct TransitSeries: Hashable, Sendable {
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
        /// Packets that are in both captures, in order of arrival.
        public var transits: [Transit]
        /// When lost packets were sent: seconds from the first packet of capture A, by its clock.
        public var lost: [Double]
        /// Packets that are not listed, because there were too many.
        public var leftOut: Int
        /// Whether capture A is at the sender's end.
        public var senderIsFirst: Bool

        /// Made of all its parts.
        public init(transits: [Transit], lost: [Double], leftOut: Int, senderIsFirst: Bool) {
            (self.transits, self.lost, self.leftOut) = (transits, lost, leftOut)
            self.senderIsFirst = senderIsFirst
        }
    }

    /// A packet that left one end and came to the other.
    public struct Transit: Hashable, Sendable {
        /// When it was there: seconds from the first packet of capture A, by its clock.
        public var time: Double
        /// Seconds.
        public var delay: Double

        /// Made of all its parts.
        public init(time: Double, delay: Double) { (self.time, self.delay) = (time, delay) }
    }
}
