/// The result of comparing two captures of the same traffic, as `nearscope.correlation/1` defines it.
///
/// Times are RFC 3339, durations and offsets seconds, sizes bytes. What could not be measured is nil and is written as
/// `null`. A and B are the captures in the order in which they were given (``Point``).
public struct CorrelationReport: Codable, Hashable, Sendable {
    /// The contract that it keeps.
    public var schema = "nearscope.correlation/1"
    /// The program that made it.
    public var generator = TraceReport.Generator()
    /// A and B.
    public var captures: [Capture]
    /// How the clocks of the two captures lie to each other.
    public var clock: Clock
    /// The sessions that both captures have, in order of their first packet in A.
    public var sessions: [Session]

    /// Made of what each one has; the rest can be set.
    public init(captures: [Capture], clock: Clock, sessions: [Session]) {
        (self.captures, self.clock, self.sessions) = (captures, clock, sessions)
    }
}

extension CorrelationReport {
    /// One of the two files.
    public struct Capture: Codable, Hashable, Sendable {
        /// Which of the two it is.
        public var point: Point
        /// As it was given.
        public var path: String
        /// The number of packets in the file, or of those that pass the filter.
        public var packets: Int
        /// The time of the first packet in the file.
        public var firstTime: String?
        /// The latest of all packets.
        public var lastTime: String?
        /// TCP connections and UDP conversations.
        public var sessions: Int
        /// Packets beyond the limits of what is compared (`PacketTrail.maximumPackets` of CaptureCorrelation): nothing is said of them.
        public var uncomparedPackets: Int
        /// Set where the file ends early or is damaged.
        public var fileError: CaptureSummary.FileError?

        /// Made of all its parts.
        public init(
            point: Point, path: String, packets: Int, firstTime: String? = nil, lastTime: String? = nil,
            sessions: Int, uncomparedPackets: Int, fileError: CaptureSummary.FileError? = nil
        ) {
            (self.point, self.path, self.packets, self.firstTime) = (point, path, packets, firstTime)
            (self.lastTime, self.sessions, self.uncomparedPackets) = (lastTime, sessions, uncomparedPackets)
            self.fileError = fileError
        }
    }

    /// How B's clock runs beside A's.
    public struct Clock: Codable, Hashable, Sendable {
        /// Seconds that B's clock is ahead of A's at A's first packet, on the assumption that the least delays of
        /// both ways are equal; where packets go one way only, that the least delay is 0.
        public var offset: Double?
        /// Parts per million by which B's clock runs faster than A's; nil if the drift is not larger than its uncertainty.
        public var drift: Double?
        /// Parts per million by which the drift can be wrong, 0 being meant where it is nil: as much as changes of the
        /// path look like one. Nil where packets are too few to say.
        public var driftUncertainty: Double?
        /// Seconds by which the offset can be wrong at most, as no delay is negative: half of the least round trip
        /// between the two points. Where packets go one way only, a delay of a second is assumed.
        public var uncertainty: Double?
        /// Packets in both files by which the clocks were compared.
        public var matchedPackets: Int
        /// Whether packets of both ways were among them.
        public var isTwoWay: Bool

        /// Made of all its parts.
        public init(
            offset: Double?, drift: Double?, driftUncertainty: Double?, uncertainty: Double?, matchedPackets: Int,
            isTwoWay: Bool
        ) {
            (self.offset, self.drift, self.driftUncertainty) = (offset, drift, driftUncertainty)
            self.uncertainty = uncertainty
            (self.matchedPackets, self.isTwoWay) = (matchedPackets, isTwoWay)
        }
    }

    /// A session that both captures have.
    public struct Session: Codable, Hashable, Sendable {
        /// 1, 2, … in order.
        public var id: Int
        /// The transport.
        public var transport: TraceModel.Session.Transport
        /// As in the report of either file; no peer is named here.
        public var initiator: TraceModel.Session.Endpoint
        /// The end that was asked.
        public var responder: TraceModel.Session.Endpoint
        /// Its first frame in A and in B.
        public var firstFrames: [Int]
        /// Its interface in A and in B.
        public var interfaces: [Int]
        /// Initiator to responder.
        public var forward: Direction
        /// Responder to initiator.
        public var backward: Direction

        /// Made of all its parts.
        public init(
            id: Int, transport: TraceModel.Session.Transport, initiator: TraceModel.Session.Endpoint,
            responder: TraceModel.Session.Endpoint, firstFrames: [Int], interfaces: [Int], forward: Direction,
            backward: Direction
        ) {
            (self.id, self.transport, self.initiator, self.responder) = (id, transport, initiator, responder)
            (self.firstFrames, self.interfaces, self.forward) = (firstFrames, interfaces, forward)
            self.backward = backward
        }

        /// Packets of both ways that are in both captures.
        public var matched: Int { forward.matched + backward.matched }

        /// Whether it is multicast DNS or other multicast, which devices exchange with all others.
        public var isBackground: Bool {
            transport == .udp && TraceModel.Session.isBackground(from: initiator, to: responder)
        }
    }

    /// The packets in one direction of a session.
    ///
    /// Of the packets ``sent``, each is matched, lost, unobserved or resegmented. Of those ``received``, each is
    /// matched, duplicated, resegmented or unexplained.
    public struct Direction: Codable, Hashable, Sendable {
        /// Lost frames that are listed.
        public static let maximumFrames = 100

        /// The capture at the sender's end; nil if nothing distinguishes the two ends, and A is assumed.
        public var sender: Point?
        /// Segments and whole datagrams at the sender's end.
        public var sent = 0
        /// At the receiver's.
        public var received = 0
        /// At both.
        public var matched = 0
        /// Sent, and seen no more.
        public var lost = 0
        /// Arrivals beyond as many copies as were sent.
        public var duplicated = 0
        /// First copies that arrive after one that was sent later (RFC 4737).
        public var reordered = 0
        /// Lost packets in those of which it is known; nil without any.
        public var lossRatio: Double?
        /// Clock offset and drift removed.
        public var oneWayDelay = Distribution()
        /// RFC 3550 §6.4.1 over the matched packets in order of arrival.
        public var interarrivalJitter: Double?
        /// Sent while the other end did not capture, or acknowledged by it without being in its capture.
        public var unobserved = 0
        /// Sent in one packet, arrived in others, as network cards with segmentation offload do it.
        public var resegmented = 0
        /// Arrivals whose bytes were sent in other packets.
        public var resegmentedArrivals = 0
        /// Arrivals whose sending is in no capture.
        public var unexplained = 0
        /// Runs of lost packets, and the longest of them.
        public var lossBursts = 0
        /// Packets of the longest of them.
        public var longestLossBurst = 0
        /// The first lost packets: frames of the capture at the sender's end, at most ``maximumFrames``.
        public var lostFrames: [Int] = []

        /// An empty direction.
        public init() {}
    }
}
