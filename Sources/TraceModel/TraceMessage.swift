/// One message of a session, in the words of `nearscope messages`.
public struct TraceMessage: Codable, Hashable, Sendable {
    /// Bytes of a message that are kept as its content: 64 KiB.
    public static let maximumContent = 1 << 16

    /// The types that protocols have by themselves, and `other` for those that are too many; an app may choose any other.
    package static let protocolTypes: Set<String> = [
        "identification", "broadcast", "direct", "relayedBroadcast", "startStreaming", "satelliteMovedTo", "probe",
        "echo",
        "data", "message", "presence", "iq", "other",
        // MultipeerConnectivity
        "hello", "helloAck", "connectionAccept", "invite", "accept", "decline", "connectionData", "receipt",
        "stunRequest", "stunResponse", "dtlsHandshake", "dtlsChangeCipherSpec", "dtlsAlert", "dtlsData", "sessionHello",
        "databaseDescription", "linkState", "linkStateAck", "dataAck", "heartbeat", "unknown",
    ]

    /// When its last byte and all before it were there.
    public var time: Double
    /// The frame with that byte.
    public var frame: Int
    /// When its first byte was seen.
    public var begun: Double
    /// The session: ``Session/id``.
    public var session: Int
    /// Who sent it.
    public var direction: Direction
    /// What it belongs to.
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
    /// What ``latency`` was counted from; nil without one.
    public var latencyKind: LatencyKind?
    /// Why the message could not be read, nil for a well-formed one.
    public var fault: String?
    /// The frame with its first byte.
    public var firstFrame: Int
    /// The size of the payload within the body, where the application's description says what that is.
    public var payloadBytes: Int?
    /// The values that the application's description shows, by path and in its order; nil without any.
    public var fields: KeyedValues<Value>?
    /// The first bytes of the message, at most ``maximumContent``, where they are asked for and were kept. Not a part of the JSON, whose
    /// writers choose how much of it they show.
    public var content: [UInt8]?

    private enum CodingKeys: String, CodingKey {
        case time, frame, begun, session, direction, application, type, bytes, streamOffset, sender, peer, latency
        case latencyKind, fault, firstFrame, payloadBytes, fields
    }

    /// Made of what each one has; the rest can be set.
    public init(
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

    /// A value in a message, in the terms of JSON; bytes are hexadecimal text.
    @nonexhaustive
    public indirect enum Value: Hashable, Sendable {
        /// True or false.
        case boolean(Bool)
        /// A number that fits 64 bits with a sign.
        case integer(Int64)
        /// A larger number without a sign.
        case unsigned(UInt64)
        /// Any other number.
        case number(Double)
        /// Text.
        case text(String)
        /// Values in a row, nil where one is null.
        case list([Value?])
        /// Values by their names.
        case object(KeyedValues<Value>)
    }

    /// Initiator to responder, or back.
    public enum Direction: String, Codable, CaseIterable, Sendable {
        /// Initiator to responder.
        case forward
        /// Responder to initiator.
        case backward
    }

    /// The start of a latency.
    public struct LatencyKind: ReportWord, CaseIterable {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// From the sender's stamp to the arrival at the capture point, less the smallest of the session's direction; the
        /// clocks' drift is taken out.
        public static let oneWay = LatencyKind(rawValue: "one-way")
        /// From the first byte of what was asked to the last byte of this, its answer.
        public static let roundTrip = LatencyKind(rawValue: "round-trip")

        /// The words that this version writes.
        public static let allCases: [LatencyKind] = [.oneWay, .roundTrip]
    }
}

extension TraceMessage.Value: Codable {
    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(UInt64.self) {
            self = .unsigned(number)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([TraceMessage.Value?].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode(KeyedValues<TraceMessage.Value>.self))
        }
    }

    /// Writes it as the report has it.
    public func encode(to encoder: any Encoder) throws {
        if case .object(let fields) = self { return try fields.encode(to: encoder) }
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .unsigned(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object: break
        }
    }
}
