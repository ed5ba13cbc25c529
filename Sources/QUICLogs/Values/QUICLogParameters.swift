/// The transport parameters of an end (RFC 9000 §18.2).
public struct QUICLogParameters: QUICLogRecord, Hashable {
    /// Whose they are.
    public var owner: QUICLogOwner?
    /// The destination connection ID of the client's first Initial packet; of servers only.
    public var originalDestinationConnectionID: [UInt8]?
    /// The source connection ID of the owner's first Initial packet.
    public var initialSourceConnectionID: [UInt8]?
    /// The source connection ID of the server's Retry packet; nil without one.
    public var retrySourceConnectionID: [UInt8]?
    /// In milliseconds.
    public var maxIdleTimeout: UInt64?
    /// The longest UDP payload that the owner accepts, in bytes.
    public var maxUDPPayloadSize: UInt64?
    /// The power of two by which delays in the owner's ACK frames are multiplied, 0 to 20.
    public var ackDelayExponent: UInt64?
    /// In milliseconds.
    public var maxAckDelay: UInt64?
    /// How many of the peer's connection IDs the owner keeps.
    public var activeConnectionIDLimit: UInt64?
    /// Bytes of all streams together that the peer may send at first.
    public var initialMaxData: UInt64?
    /// Bytes that the peer may send at first on a bidirectional stream that the owner opens.
    public var initialMaxStreamDataBidirectionalLocal: UInt64?
    /// Bytes that the peer may send at first on a bidirectional stream that the peer opens.
    public var initialMaxStreamDataBidirectionalRemote: UInt64?
    /// Bytes that the peer may send at first on a unidirectional stream.
    public var initialMaxStreamDataUnidirectional: UInt64?
    /// Bidirectional streams that the peer may open at first.
    public var initialMaxStreamsBidirectional: UInt64?
    /// Unidirectional streams that the peer may open at first.
    public var initialMaxStreamsUnidirectional: UInt64?
    /// The longest DATAGRAM frame that the owner accepts, in bytes with its type and length (RFC 9221 §3).
    public var maxDatagramFrameSize: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// Parameters of which nothing is known.
    public init() {}

    /// Parameters of an end; what is nil is not written.
    public init(
        owner: QUICLogOwner? = nil, originalDestinationConnectionID: [UInt8]? = nil,
        initialSourceConnectionID: [UInt8]? = nil, retrySourceConnectionID: [UInt8]? = nil,
        maxIdleTimeout: UInt64? = nil, maxUDPPayloadSize: UInt64? = nil, ackDelayExponent: UInt64? = nil,
        maxAckDelay: UInt64? = nil, activeConnectionIDLimit: UInt64? = nil, initialMaxData: UInt64? = nil,
        initialMaxStreamDataBidirectionalLocal: UInt64? = nil, initialMaxStreamDataBidirectionalRemote: UInt64? = nil,
        initialMaxStreamDataUnidirectional: UInt64? = nil, initialMaxStreamsBidirectional: UInt64? = nil,
        initialMaxStreamsUnidirectional: UInt64? = nil, maxDatagramFrameSize: UInt64? = nil
    ) {
        self.owner = owner
        self.originalDestinationConnectionID = originalDestinationConnectionID
        self.initialSourceConnectionID = initialSourceConnectionID
        self.retrySourceConnectionID = retrySourceConnectionID
        self.maxIdleTimeout = maxIdleTimeout
        self.maxUDPPayloadSize = maxUDPPayloadSize
        self.ackDelayExponent = ackDelayExponent
        self.maxAckDelay = maxAckDelay
        self.activeConnectionIDLimit = activeConnectionIDLimit
        self.initialMaxData = initialMaxData
        self.initialMaxStreamDataBidirectionalLocal = initialMaxStreamDataBidirectionalLocal
        self.initialMaxStreamDataBidirectionalRemote = initialMaxStreamDataBidirectionalRemote
        self.initialMaxStreamDataUnidirectional = initialMaxStreamDataUnidirectional
        self.initialMaxStreamsBidirectional = initialMaxStreamsBidirectional
        self.initialMaxStreamsUnidirectional = initialMaxStreamsUnidirectional
        self.maxDatagramFrameSize = maxDatagramFrameSize
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("owner", "initiator", property: \.owner, .word()),
        QUICLogField("original_destination_connection_id", property: \.originalDestinationConnectionID, .bytes),
        QUICLogField("initial_source_connection_id", property: \.initialSourceConnectionID, .bytes),
        QUICLogField("retry_source_connection_id", property: \.retrySourceConnectionID, .bytes),
        QUICLogField("max_idle_timeout", property: \.maxIdleTimeout, .number),
        QUICLogField("max_udp_payload_size", property: \.maxUDPPayloadSize, .number),
        QUICLogField("ack_delay_exponent", property: \.ackDelayExponent, .number),
        QUICLogField("max_ack_delay", property: \.maxAckDelay, .number),
        QUICLogField("active_connection_id_limit", property: \.activeConnectionIDLimit, .number),
        QUICLogField("initial_max_data", property: \.initialMaxData, .number),
        QUICLogField("initial_max_stream_data_bidi_local", property: \.initialMaxStreamDataBidirectionalLocal, .number),
        QUICLogField(
            "initial_max_stream_data_bidi_remote", property: \.initialMaxStreamDataBidirectionalRemote, .number),
        QUICLogField("initial_max_stream_data_uni", property: \.initialMaxStreamDataUnidirectional, .number),
        QUICLogField("initial_max_streams_bidi", property: \.initialMaxStreamsBidirectional, .number),
        QUICLogField("initial_max_streams_uni", property: \.initialMaxStreamsUnidirectional, .number),
        QUICLogField("max_datagram_frame_size", property: \.maxDatagramFrameSize, .number),
    ]
}
