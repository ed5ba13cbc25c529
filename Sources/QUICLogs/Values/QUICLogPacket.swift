/// A packet that was sent, received or given up for lost.
public struct QUICLogPacket: QUICLogRecord, Hashable {
    /// The type (`packet_type`).
    public var type: QUICLogPacketType?
    /// In its packet number space; nil for Retry and Version Negotiation.
    public var number: UInt64?
    /// The version of a long header; nil for a short one.
    public var version: UInt32?
    /// The sender's connection ID (`scid`); nil for a short header.
    public var sourceConnectionID: [UInt8]?
    /// The receiver's connection ID (`dcid`).
    public var destinationConnectionID: [UInt8]?
    /// The key phase of a packet with a short header: the bit, or the number of updates before.
    public var keyPhase: UInt64?
    /// The size of the whole packet in bytes, without padding of the datagram after it.
    public var length: UInt64?
    /// The size of what the packet protects, in bytes.
    public var payloadLength: UInt64?
    /// Whether other packets are in the same datagram.
    public var isCoalesced: Bool?
    /// The writer's own number for the datagram that the packet is in (`datagram_id`).
    public var datagramID: UInt64?
    /// Why it was sent or given up: `pto_probe`, `reordering_threshold`, `time_threshold`.
    public var trigger: String?
    /// Nil where the log does not say.
    public var frames: [QUICLogFrame]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A packet of which nothing is known.
    public init() {}

    /// A packet with these fields; what is nil is not written.
    public init(
        type: QUICLogPacketType? = nil, number: UInt64? = nil, version: UInt32? = nil,
        sourceConnectionID: [UInt8]? = nil, destinationConnectionID: [UInt8]? = nil, keyPhase: UInt64? = nil,
        length: UInt64? = nil, payloadLength: UInt64? = nil, isCoalesced: Bool? = nil, datagramID: UInt64? = nil,
        trigger: String? = nil, frames: [QUICLogFrame]? = nil
    ) {
        self.type = type
        self.number = number
        self.version = version
        self.sourceConnectionID = sourceConnectionID
        self.destinationConnectionID = destinationConnectionID
        self.keyPhase = keyPhase
        self.length = length
        self.payloadLength = payloadLength
        self.isCoalesced = isCoalesced
        self.datagramID = datagramID
        self.trigger = trigger
        self.frames = frames
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("header.packet_type", "packet_type", "type", property: \.type, .type),
        QUICLogField("header.packet_number", "packet_number", property: \.number, .number),
        QUICLogField("header.version", property: \.version, .version),
        QUICLogField("header.scid", property: \.sourceConnectionID, .bytes),
        QUICLogField("header.dcid", property: \.destinationConnectionID, .bytes),
        QUICLogField("header.key_phase", "header.key_phase_bit", property: \.keyPhase, .number),
        QUICLogField("raw.length", "header.packet_size", "packet_size", property: \.length, .number),
        QUICLogField("raw.payload_length", "header.payload_length", property: \.payloadLength, .number),
        QUICLogField("is_coalesced", property: \.isCoalesced, .flag),
        QUICLogField("datagram_id", property: \.datagramID, .number),
        QUICLogField("trigger", property: \.trigger, .text),
        QUICLogField("frames", property: \.frames, .frames),
    ]
}
