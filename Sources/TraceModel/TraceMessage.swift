/// One message of a session, in the words of `nearscope messages`.
public struct TraceMessage: Codable, Equatable, Sendable {
    /// Bytes of a message that are kept as its content: 64 KiB.
    public static let maximumContent = 1 << 16

    /// The types that protocols have by themselves, and `other` for those that are too many; an app may choose any other.
    package static let protocolTypes: Set<String> = [
        "identification", "broadcast", "direct", "relayedBroadcast", "startStreaming", "satelliteMovedTo", "probe",
        "echo",
        "data", "message", "presence", "iq", "other",
    ]

    /// When its last byte and all before it were there.
    public var time: Double
    /// The frame with that byte.
    public var frame: Int
    /// When its first byte was seen.
    public var begun: Double
    public var session: Int
    public var direction: Direction
    public var application: Session.Application
    /// As ``SessionDirection/messageTypes`` counts it; nil for a frame without a type.
    public var type: String?
    /// The size of the body, without framing.
    public var bytes: Int
    /// The offset where it begins in the stream of its direction, including framing; nil for datagrams.
    public var streamOffset: Int?
    /// The author as stated: a mesh message's sender ID, a stanza's address; that of the stream if a client writes
    /// none, as is usual.
    public var sender: String?
    /// The peer at the address that it came from.
    public var peer: String?
    /// Seconds: see ``latencyKind``.
    public var latency: Double?
    public var latencyKind: LatencyKind?
    /// Why the message could not be read, nil for a well-formed one.
    public var fault: String?
    /// The frame with its first byte.
    public var firstFrame: Int
    /// The first bytes of the message, at most ``maximumContent``, where they are asked for and were kept. Not a part of the JSON, whose
    /// writers choose how much of it they show.
    public var content: [UInt8]?

    private enum CodingKeys: String, CodingKey {
        case time, frame, begun, session, direction, application, type, bytes, streamOffset, sender, peer, latency
        case latencyKind, fault, firstFrame
    }

    package init(
        time: Double, frame: Int, begun: Double, session: Int, direction: Direction, application: Session.Application,
        type: String? = nil, bytes: Int, streamOffset: Int? = nil, sender: String? = nil, peer: String? = nil,
        latency: Double? = nil, latencyKind: LatencyKind? = nil, fault: String? = nil, firstFrame: Int? = nil,
        content: [UInt8]? = nil
    ) {
        (self.time, self.frame, self.begun, self.session, self.direction) = (time, frame, begun, session, direction)
        (self.application, self.type, self.bytes, self.streamOffset) = (application, type, bytes, streamOffset)
        (self.sender, self.peer, self.latency, self.latencyKind) = (sender, peer, latency, latencyKind)
        self.fault = fault
        (self.firstFrame, self.content) = (firstFrame ?? frame, content)
    }

    public enum Direction: String, Codable, CaseIterable, Sendable { case forward, backward }

    /// The start of a latency.
    public enum LatencyKind: String, Codable, CaseIterable, Sendable {
        /// From the sender's stamp to the arrival at the capture point, less the smallest of the session's direction; the
        /// clocks' drift is taken out.
        case oneWay = "one-way"
        /// From the first byte of what was asked to the last byte of this, its answer.
        case roundTrip = "round-trip"
    }
}
