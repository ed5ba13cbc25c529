/// One round trip of a session: from what one side sent to the other side's answer.
public struct RoundTrip: Codable, Hashable, Sendable {
    /// The session: ``Session/id``.
    public var session: Int
    /// What was timed.
    public var kind: Kind
    /// That of the side that asked.
    public var direction: TraceMessage.Direction
    /// When the answer was there.
    public var time: Double
    /// The frame that completed the answer.
    public var frame: Int
    /// Seconds.
    public var value: Double

    /// Made of all its parts.
    public init(
        session: Int, kind: Kind, direction: TraceMessage.Direction, time: Double, frame: Int, value: Double
    ) {
        (self.session, self.kind, self.direction) = (session, kind, direction)
        (self.time, self.frame, self.value) = (time, frame, value)
    }

    /// What an answer is.
    public struct Kind: ReportWord, CaseIterable {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A response to a request.
        public static let application = Kind(rawValue: "application")
        /// An acknowledgment of bytes.
        public static let transport = Kind(rawValue: "transport")
        /// The answer to an opening of a connection, and the answer to that.
        public static let handshake = Kind(rawValue: "handshake")

        /// The words that this version writes.
        public static let allCases: [Kind] = [.application, .transport, .handshake]
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
