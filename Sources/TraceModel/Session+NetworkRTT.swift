extension Session {
    /// The distance of the two ends: the least round trip of a packet between them that the capture shows.
    ///
    /// Hosts that wait before they acknowledge, queues that fill and retransmissions make round trips longer, nothing makes
    /// them shorter: the least is nearest to that of the network.
    public struct NetworkRTT: Codable, Hashable, Sendable {
        /// Seconds; nil if the capture does not show it.
        public var value: Double?
        /// What was timed, nil without a value.
        public var from: Origin?
        /// Why there is no value, nil with one.
        public var reason: Reason?

        /// Nothing measured yet.
        public init() {}

        /// Made of what each one has; the rest can be set.
        public init(_ value: Double, from: Origin) {
            self.value = value
            self.from = from
        }

        /// Made of what each one has; the rest can be set.
        public init(_ reason: Reason) { self.reason = reason }

        /// What was timed.
        public struct Origin: ReportWord, CaseIterable {
            /// As the report has it.
            public let rawValue: String

            /// A word of the report, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The packets that open a connection.
            public static let handshake = Origin(rawValue: "handshake")
            /// Data and its acknowledgments.
            public static let transport = Origin(rawValue: "transport")
            /// Requests and answers of the application: the other host's own time is in it.
            public static let application = Origin(rawValue: "application")

            /// The words that this version writes.
            public static let allCases: [Origin] = [.handshake, .transport, .application]
        }

        /// Why the distance is not known.
        public struct Reason: ReportWord, CaseIterable {
            /// As the report has it.
            public let rawValue: String

            /// A word of the report, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The other side sent nothing.
            public static let noAnswer = Reason(rawValue: "no-answer")
            /// Nothing in the session is recognized as the answer to something.
            public static let noRoundTrip = Reason(rawValue: "no-round-trip")
            /// Only the answering time of the host beside the capture shows.
            public static let answeringTime = Reason(rawValue: "answering-time")
            /// Round trips as short as a host's own, or of one side alone, and it is not known where they were captured.
            public static let capturePointUnknown = Reason(rawValue: "capture-point-unknown")
            /// The file was written by a program that has no acknowledgments.
            public static let noAcknowledgments = Reason(rawValue: "no-acknowledgments")
            /// The file has each packet twice.
            public static let doubledPackets = Reason(rawValue: "doubled-packets")

            /// The words that this version writes.
            public static let allCases: [Reason] = [
                .noAnswer, .noRoundTrip, .answeringTime, .capturePointUnknown, .noAcknowledgments, .doubledPackets,
            ]
        }
    }
}

extension Metric<Session.NetworkRTT>.Figure {
    static let distance = Self(name: "", unit: .seconds, isNewest: true) { $0.value }
}
