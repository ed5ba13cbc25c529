/// The streams of a TCP session over time, as a plot of bounded size: what was sent when, what was acknowledged when, and how much
/// room there was.
///
/// Offsets are those of ``StreamSegment``.
public struct SequenceSeries: Codable, Hashable, Sendable {
    /// The session: ``Session/id``.
    public var session: Int
    /// The stream from the initiator to the responder.
    public var forward = Stream()
    /// Responder to initiator.
    public var backward = Stream()
    /// Whether anything was united or left out, so that the series keeps its size.
    public var isThinned = false
    /// Retransmissions, segments out of order and holes without a mark of their own, in both directions.
    public var leftOut = 0

    /// Made of what each one has; the rest can be set.
    public init(session: Int) { self.session = session }

    /// One direction.
    public struct Stream: Codable, Hashable, Sendable {
        /// In the order of their times.
        public var marks: [Mark] = []
        /// What the receiver has, as a line of steps: where the offset changes, and where it ends.
        public var acknowledgments: [Step] = []
        /// The offset up to which the receiver has room, in the same way: what it has and its window.
        public var windowEdge: [Step] = []

        /// Nothing measured yet.
        public init() {}
    }

    /// Bytes of the stream at a time.
    public struct Mark: Codable, Hashable, Sendable {
        /// Seconds since the capture's first packet: of the first packet that it stands for. Of a hole, the first one after it.
        public var time: Double
        /// The frame of that packet.
        public var frame: Int
        /// The first byte.
        public var from: Int64
        /// One past the last byte.
        public var to: Int64
        /// What the data was.
        public var kind: Kind

        /// Made of all its parts.
        public init(time: Double, frame: Int, from: Int64, to: Int64, kind: Kind) {
            (self.time, self.frame, self.from, self.to, self.kind) = (time, frame, from, to, kind)
        }
    }

    /// What the bytes of a mark are.
    public struct Kind: ReportWord, CaseIterable {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sent for the first time, in order or ahead of others; in a thinned series, by one or more segments.
        public static let data = Kind(rawValue: "data")
        /// Sent again by one segment.
        public static let retransmission = Kind(rawValue: "retransmission")
        /// Filled a hole, by one segment.
        public static let outOfOrder = Kind(rawValue: "out-of-order")
        /// Never captured.
        public static let hole = Kind(rawValue: "hole")

        /// The words that this version writes.
        public static let allCases: [Kind] = [.data, .retransmission, .outOfOrder, .hole]
    }

    /// A point of a line.
    public struct Step: Codable, Hashable, Sendable {
        /// Seconds since the capture's first packet.
        public var time: Double
        /// Bytes of the stream before it.
        public var offset: Int64

        /// Made of all its parts.
        public init(time: Double, offset: Int64) { (self.time, self.offset) = (time, offset) }
    }
}
