/// The transport parameters of an end (RFC 9000 §18.2).
public struct QUICLogParameters: QUICLogRecord, Hashable {
    /// Whose they are.
    public var owner: QUICLogOwner?
    public var originalDestinationConnectionID: [UInt8]?
    public var initialSourceConnectionID: [UInt8]?
    public var retrySourceConnectionID: [UInt8]?
    /// In milliseconds.
    public var maxIdleTimeout: UInt64?
    public var maxUDPPayloadSize: UInt64?
    public var ackDelayExponent: UInt64?
    /// In milliseconds.
    public var maxAckDelay: UInt64?
    public var activeConnectionIDLimit: UInt64?
    public var initialMaxData: UInt64?
    public var initialMaxStreamDataBidirectionalLocal: UInt64?
    public var initialMaxStreamDataBidirectionalRemote: UInt64?
    public var initialMaxStreamDataUnidirectional: UInt64?
    public var initialMaxStreamsBidirectional: UInt64?
    public var initialMaxStreamsUnidirectional: UInt64?
    /// RFC 9221.
    public var maxDatagramFrameSize: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
