/// One round trip of a session: from what one side sent to the other side's answer.
public struct RoundTrip: Codable, Equatable, Sendable {
    public var session: Int
    public var kind: Kind
    /// That of the side that asked.
    public var direction: TraceMessage.Direction
    /// When the answer was there.
    public var time: Double
    /// The frame that completed the answer.
    public var frame: Int
    /// Seconds.
    public var value: Double

    package init(
        session: Int, kind: Kind, direction: TraceMessage.Direction, time: Double, frame: Int, value: Double
    ) {
        (self.session, self.kind, self.direction) = (session, kind, direction)
        (self.time, self.frame, self.value) = (time, frame, value)
    }

    /// What an answer is.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// A response to a request.
        case application
        /// An acknowledgment of bytes.
        case transport
        /// The answer to an opening of a connection, and the answer to that.
        case handshake
    }

    /// More of one session are thinned out evenly.
    public static let maximumPerSession = 10_000
}

extension Session {
    /// How many round trips are known of it.
    package var roundTripCount: Int {
        [forward, backward].reduce(handshakeRTT == nil ? 0 : 1) { $0 + $1.applicationRTT.count + $1.transportRTT.count }
    }
}
