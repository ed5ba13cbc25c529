/// The streams of a TCP session over time, as a plot of bounded size: what was sent when, what was acknowledged when, and how much
/// room there was.
///
/// Offsets are those of ``StreamSegment``.
public struct SequenceSeries: Codable, Equatable, Sendable {
    public var session: Int
    /// The stream from the initiator to the responder.
    public var forward = Stream()
    public var backward = Stream()
    /// Whether anything was united or left out, so that the series keeps its size.
    public var isThinned = false
    /// Retransmissions, segments out of order and holes without a mark of their own, in both directions.
    public var leftOut = 0

    package init(session: Int) { self.session = session }

    /// One direction.
    public struct Stream: Codable, Equatable, Sendable {
        /// In the order of their times.
        public var marks: [Mark] = []
        /// What the receiver has, as a line of steps: where the offset changes, and where it ends.
        public var acknowledgments: [Step] = []
        /// The offset up to which the receiver has room, in the same way: what it has and its window.
        public var windowEdge: [Step] = []

        public init() {}
    }

    /// Bytes of the stream at a time.
    public struct Mark: Codable, Equatable, Sendable {
        /// Seconds since the capture's first packet: of the first packet that it stands for. Of a hole, the first one after it.
        public var time: Double
        /// The frame of that packet.
        public var frame: Int
        /// The first byte.
        public var from: Int64
        /// One past the last byte.
        public var to: Int64
        public var kind: Kind

        package init(time: Double, frame: Int, from: Int64, to: Int64, kind: Kind) {
            (self.time, self.frame, self.from, self.to, self.kind) = (time, frame, from, to, kind)
        }
    }

    /// What the bytes of a mark are.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// Sent for the first time, in order or ahead of others; in a thinned series, by one or more segments.
        case data
        /// Sent again by one segment.
        case retransmission
        /// Filled a hole, by one segment.
        case outOfOrder = "out-of-order"
        /// Never captured.
        case hole
    }

    /// A point of a line.
    public struct Step: Codable, Equatable, Sendable {
        /// Seconds since the capture's first packet.
        public var time: Double
        public var offset: Int64

        package init(time: Double, offset: Int64) { (self.time, self.offset) = (time, offset) }
    }
}
