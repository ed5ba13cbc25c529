/// The result of holding an endpoint's qlog against a capture of its connection, as `nearscope.endpoint-log/1` defines it.
///
/// Times are seconds on the capture's axis, from its first packet, as in its report; durations are seconds, sizes bytes.
public struct EndpointLogReport: Codable, Hashable, Sendable {
    /// The contract that it keeps.
    public var schema = "nearscope.endpoint-log/1"
    /// The program that made it.
    public var generator = TraceReport.Generator()
    /// The capture, as it was given.
    public var capture: String
    /// The number of the session in the capture's report.
    public var session: Int
    /// The end that opened the connection.
    public var initiator: Session.Endpoint
    /// The other end.
    public var responder: Session.Endpoint
    /// What was read of the log.
    public var log: Log
    /// How the clocks of log and capture lie to each other.
    public var clock: Clock
    /// Packets that the endpoint sent.
    public var sent: Packets
    /// Packets that it received.
    public var received: Packets
    /// Packets of the session that stay sealed: without a number they are compared with nothing.
    public var sealedPackets: Int
    /// Why the session was not opened; nil if all of its data was. A packet may stay sealed all the same, as an Initial packet
    /// with keys of another connection.
    public var sealedReason: Session.TLS.SealedReason?
    /// What the log has and the capture lacks, in the order of the log, at most ``maximumListed``. What may have stayed sealed is
    /// not among them.
    public var missingFromCapture: [Missing]
    /// What the capture has and the log lacks, in the order of the capture, at most ``maximumListed``.
    public var missingFromLog: [Missing]
    /// The packets that the endpoint gave up for lost.
    public var losses: [Loss]
    /// What the log says over time.
    public var series: Series

    /// Packets in each list of missing ones. All are counted.
    public static let maximumListed = 1000

    /// Made of what each one has; the rest can be set.
    public init(
        capture: String, session: Session, log: Log, clock: Clock, sent: Packets, received: Packets, sealedPackets: Int,
        missingFromCapture: [Missing], missingFromLog: [Missing], losses: [Loss], series: Series
    ) {
        (self.capture, self.session, self.log, self.clock) = (capture, session.id, log, clock)
        (initiator, responder, sealedReason) = (session.initiator, session.responder, session.tls?.sealedReason)
        (self.sent, self.received, self.sealedPackets) = (sent, received, sealedPackets)
        (self.missingFromCapture, self.missingFromLog) = (missingFromCapture, missingFromLog)
        (self.losses, self.series) = (losses, series)
    }
}

extension EndpointLogReport {
    /// An end of a connection of QUIC.
    @nonexhaustive
    public enum Endpoint: String, Codable, CaseIterable, Sendable {
        /// The end that opened the connection.
        case client
        /// The other end.
        case server
    }

    /// The log of the endpoint.
    public struct Log: Codable, Hashable, Sendable {
        /// As it was given.
        public var path: String
        /// The end that wrote it.
        public var endpoint: Endpoint
        /// The program's name in the log.
        public var name: String?
        /// `0.3`, `draft-01`.
        public var version: String
        /// Events in the log.
        public var events: Int
        /// Records that could not be read.
        public var errors: Int
        /// In hex; nil where the log does not say.
        public var originalDestinationConnectionID: String?

        /// Made of all its parts.
        public init(
            path: String, endpoint: Endpoint, name: String?, version: String, events: Int, errors: Int,
            originalDestinationConnectionID: String?
        ) {
            (self.path, self.endpoint, self.name, self.version) = (path, endpoint, name, version)
            (self.events, self.errors) = (events, errors)
            self.originalDestinationConnectionID = originalDestinationConnectionID
        }
    }

    /// How times of the log become times of the capture.
    public struct Clock: Codable, Hashable, Sendable {
        /// What the log's times have to be multiplied by: 1, or 1000 or 0.001 where the log names a wrong unit.
        public var scale: Double
        /// Time 0 of the log on the capture's axis, so that packets of the endpoint have the time at which they were captured.
        public var offset: Double
        /// How much the capture's clock is ahead of the endpoint's, if the shortest ways from the endpoint to the capture and
        /// back take the same time; nil where the log's times are not those of a clock, or packets go one way only.
        public var difference: Double?
        /// How far the difference may be off: half of the shortest round trip between the endpoint and the capture.
        public var uncertainty: Double?
        /// The median distance of matched packets from the offset.
        public var spread: Double
        /// The packets that the offset was found from.
        public var packets: Int

        /// Made of all its parts.
        public init(
            scale: Double, offset: Double, difference: Double?, uncertainty: Double?, spread: Double, packets: Int
        ) {
            (self.scale, self.offset, self.difference) = (scale, offset, difference)
            (self.uncertainty, self.spread, self.packets) = (uncertainty, spread, packets)
        }
    }

    /// The packets of one direction.
    public struct Packets: Codable, Hashable, Sendable {
        /// Packets with a number in the log.
        public var logged = 0
        /// Opened packets in the capture.
        public var captured = 0
        /// In both.
        public var matched = 0
        /// Packets in the log that the capture does not have.
        public var missingFromCapture = 0
        /// Packets of the log that may be among the captured ones which stay sealed: whether they were captured cannot be told.
        public var maybeSealed = 0
        /// Packets in the capture that the log does not have.
        public var missingFromLog = 0
        /// Matched packets whose size differs.
        public var otherSize = 0

        /// Nothing measured yet.
        public init() {}
    }

    /// What log and capture know a packet by.
    public struct Packet: Codable, Hashable, Sendable {
        /// `initial`, `handshake` or `application`.
        public var space: String
        /// The packet number.
        public var number: UInt64

        /// Made of all its parts.
        public init(space: String, number: UInt64) { (self.space, self.number) = (space, number) }
    }

    /// A packet that log or capture lacks.
    public struct Missing: Codable, Hashable, Sendable {
        /// Its space and number.
        public var packet: Packet
        /// Whether the endpoint sent it.
        public var sent: Bool
        /// Seconds of the report; nil where the log has no time.
        public var time: Double?

        /// Made of all its parts.
        public init(packet: Packet, sent: Bool, time: Double?) {
            (self.packet, self.sent, self.time) = (packet, sent, time)
        }
    }

    /// A packet that the endpoint gave up for lost.
    public struct Loss: Codable, Hashable, Sendable {
        /// Its space and number.
        public var packet: Packet
        /// When it did.
        public var time: Double?
        /// Why, in the log's word: `reordering_threshold`.
        public var trigger: String?
        /// What the capture shows of it.
        public var verdict: Verdict
        /// When the packet was captured.
        public var captured: Double?
        /// When an acknowledgment of it was captured, or received by the endpoint.
        public var acknowledged: Double?

        /// Made of all its parts.
        public init(
            packet: Packet, time: Double?, trigger: String?, verdict: Verdict, captured: Double?, acknowledged: Double?
        ) {
            (self.packet, self.time, self.trigger, self.verdict) = (packet, time, trigger, verdict)
            (self.captured, self.acknowledged) = (captured, acknowledged)
        }
    }

    /// What the wire shows of a packet that was given up for lost.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        /// The peer acknowledged it: it was not lost, and its data was sent twice.
        case acknowledged
        /// It passed the capture, and no acknowledgment of it was seen: it was lost after it.
        case lostAfterCapture = "lost-after-capture"
        /// It is not in the capture: it was lost before it, or never sent.
        case notCaptured = "not-captured"
        /// Cannot be told: it, or an acknowledgment of it, may be among the captured packets that stay sealed.
        case sealed
    }

    /// A value, and since when it holds.
    public struct Point: Codable, Hashable, Sendable {
        /// Seconds of the report; nil where the log has no time.
        public var time: Double
        /// Bytes, or seconds for round trips.
        public var value: Double

        /// Made of all its parts.
        public init(time: Double, value: Double) { (self.time, self.value) = (time, value) }
    }

    /// What the endpoint computed, and what the capture shows, over time.
    public struct Series: Codable, Hashable, Sendable {
        /// Of the endpoint, as all but the last two.
        public var congestionWindow: [Point] = []
        /// Bytes that were sent and not yet acknowledged or lost.
        public var bytesInFlight: [Point] = []
        /// In bytes.
        public var slowStartThreshold: [Point] = []
        /// In seconds.
        public var smoothedRTT: [Point] = []
        /// In seconds.
        public var latestRTT: [Point] = []
        /// In seconds.
        public var minimumRTT: [Point] = []
        /// From a packet of the endpoint to its acknowledgment in the capture, less the delay that the peer declares: as
        /// `ackRTT` of the session.
        public var ackRTT: [Point] = []
        /// The same of the peer's packets.
        public var peerAckRTT: [Point] = []

        /// Nothing measured yet.
        public init() {}

        /// All with their names and whether they are durations, else bytes.
        package var all: [(name: String, isDuration: Bool, points: [Point])] {
            [
                ("congestionWindow", false, congestionWindow), ("bytesInFlight", false, bytesInFlight),
                ("slowStartThreshold", false, slowStartThreshold), ("smoothedRTT", true, smoothedRTT),
                ("latestRTT", true, latestRTT), ("minimumRTT", true, minimumRTT), ("ackRTT", true, ackRTT),
                ("peerAckRTT", true, peerAckRTT),
            ]
        }
    }
}
