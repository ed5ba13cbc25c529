extension Session {
    /// Why metrics are nil, or mean less than usual.
    public struct MetricLimit: Codable, Hashable, Sendable {
        /// Keys of the tables: of metrics of the session and its directions; of one direction alone, with its name
        /// before them (`forward.messages`).
        public var metrics: [String]
        /// Why they mean less, or nothing.
        public var reason: Reason
        /// In words.
        public var message: String

        /// Made of all its parts.
        public init(metrics: [String], reason: Reason, message: String) {
            (self.metrics, self.reason, self.message) = (metrics, reason, message)
        }

        /// Whether all its metrics are those of one direction.
        package var isOfDirections: Bool {
            metrics.allSatisfy { key in Session.sides.contains { key.hasPrefix($0.name + ".") } }
        }
    }

    /// The reason why a capture cannot support a metric.
    public struct Reason: ReportWord, CaseIterable {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Data without acknowledgment numbers, as handlers of network libraries write it that never saw a TCP header.
        public static let noAcknowledgments = Reason(rawValue: "no-acknowledgments")
        /// Packets are cut by the snap length.
        public static let snapLength = Reason(rawValue: "snap-length")
        /// Segments are larger than any that traveled: taken above an interface that divides and unites them.
        public static let segmentationOffload = Reason(rawValue: "segmentation-offload")
        /// The file holds each packet twice.
        public static let doubledPackets = Reason(rawValue: "doubled-packets")
        /// The capture was taken beside the receiver, or has no side's whole path.
        public static let capturePoint = Reason(rawValue: "capture-point")
        /// The start of the session is not in the capture.
        public static let midstream = Reason(rawValue: "midstream")
        /// Packets are missing from the capture.
        public static let captureGap = Reason(rawValue: "capture-gap")
        /// Reading continued after an illegal length, where messages were found again: a guess, made on request.
        public static let resynchronized = Reason(rawValue: "resynchronized")
        /// The first message was looked for: the stream was joined in the middle, or a hole hid where one begins.
        public static let framingFound = Reason(rawValue: "framing-found")
        /// No message was found there.
        public static let framingNotFound = Reason(rawValue: "framing-not-found")
        /// The content is encrypted.
        public static let encrypted = Reason(rawValue: "encrypted")
        /// The sender's clock has too coarse a unit.
        public static let coarseClock = Reason(rawValue: "coarse-clock")
        /// Streams were not read (`--depth flows`).
        public static let depth = Reason(rawValue: "depth")

        /// The words that this version writes.
        public static let allCases: [Reason] = [
            .noAcknowledgments, .snapLength, .segmentationOffload, .doubledPackets, .capturePoint, .midstream,
            .captureGap, .resynchronized, .framingFound, .framingNotFound, .encrypted, .coarseClock, .depth,
        ]
    }
}

// MARK: - Keys

extension Session {
    private static let sides:
        [(name: String, arrow: String, path: WritableKeyPath<Session, SessionDirection> & Sendable)] =
            [("forward", "→", \.forward), ("backward", "←", \.backward)]

    /// The metrics of the session, then those of its directions.
    package static let allMetrics =
        metrics + sides.flatMap { side in SessionDirection.metrics.map { $0.of(side.path, side.name, side.arrow) } }

    /// The meaning of a key of a limit: its name for people, and all metrics that have it.
    private static let meanings: [String: (title: String, metrics: [Metric<Session>])] = {
        var meanings: [String: (title: String, metrics: [Metric<Session>])] = [:]
        for metric in metrics { meanings[metric.key] = (metric.title, [metric]) }
        for metric in SessionDirection.metrics {
            let both = sides.map { metric.of($0.path, $0.name, $0.arrow) }
            for one in both { meanings[one.key] = (one.title, [one]) }
            meanings[metric.key, default: (metric.title, [])].metrics += both
        }
        return meanings
    }()

    /// The keys of metrics of a session.
    package static func keys(_ paths: PartialKeyPath<Session>...) -> [String] { Metric.keys(paths, in: metrics) }

    /// `transport RTT` for `transportRTT`, `transport RTT →` for `forward.transportRTT`; nil for what is not a key.
    package static func title(ofMetric key: String) -> String? { meanings[key]?.title }

    /// Removes the values that mean nothing by this limit.
    package mutating func withdraw(_ limit: MetricLimit) {
        switch limit.reason {
        case .snapLength where !limit.isOfDirections: return
        case .noAcknowledgments, .doubledPackets, .snapLength:
            for metric in limit.metrics.compactMap({ Self.meanings[$0] }).flatMap(\.metrics) { metric.withdraw(&self) }
        // All others say that figures mean less, which they still are.
        default: return
        }
    }
}

extension SessionDirection {
    /// The keys of metrics of a direction.
    package static func keys(_ paths: PartialKeyPath<SessionDirection>...) -> [String] {
        Metric.keys(paths, in: metrics)
    }
}
