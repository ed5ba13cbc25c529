extension Session {
    /// The distance of the two ends: the least round trip of a packet between them that the capture shows.
    ///
    /// Hosts that wait before they acknowledge, queues that fill and retransmissions make round trips longer, nothing makes
    /// them shorter: the least is nearest to that of the network.
    public struct NetworkRTT: Blank, Sendable {
        /// Seconds; nil if the capture does not show it.
        public var value: Double?
        /// What was timed, nil without a value.
        public var from: Origin?
        /// Why there is no value, nil with one.
        public var reason: Reason?

        public init() {}

        package init(_ value: Double, from: Origin) {
            self.value = value
            self.from = from
        }

        package init(_ reason: Reason) { self.reason = reason }

        /// What was timed.
        public enum Origin: String, Codable, CaseIterable, Sendable {
            /// The packets that open a connection.
            case handshake
            /// Data and its acknowledgments.
            case transport
            /// Requests and answers of the application: the other host's own time is in it.
            case application
        }

        /// Why the distance is not known.
        public enum Reason: String, Codable, CaseIterable, Sendable {
            /// The other side sent nothing.
            case noAnswer = "no-answer"
            /// Nothing in the session is recognized as the answer to something.
            case noRoundTrip = "no-round-trip"
            /// Only the answering time of the host beside the capture shows.
            case answeringTime = "answering-time"
            /// Round trips as short as a host's own, or of one side alone, and it is not known where they were captured.
            case capturePointUnknown = "capture-point-unknown"
            /// The file was written by a program that has no acknowledgments.
            case noAcknowledgments = "no-acknowledgments"
            /// The file has each packet twice.
            case doubledPackets = "doubled-packets"
        }
    }
}

extension Metric<Session.NetworkRTT>.Figure {
    static let distance = Self(name: "", unit: .seconds, isNewest: true) { $0.value }
}
