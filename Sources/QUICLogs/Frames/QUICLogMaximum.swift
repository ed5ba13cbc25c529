/// A limit that the sender grants: MAX_DATA, MAX_STREAM_DATA, MAX_STREAMS (RFC 9000 §19.9 to §19.11).
public struct QUICLogMaximum: QUICLogRecord, Hashable {
    /// Of MAX_STREAM_DATA.
    public var streamID: UInt64?
    /// Of MAX_STREAMS.
    public var isBidirectional: Bool?
    public var maximum: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

    public init(streamID: UInt64? = nil, isBidirectional: Bool? = nil, maximum: UInt64? = nil) {
        self.streamID = streamID
        self.isBidirectional = isBidirectional
        self.maximum = maximum
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("stream_id", "id", property: \.streamID, .number),
        QUICLogField("stream_type", property: \.isBidirectional, .isBidirectional),
        QUICLogField("maximum", property: \.maximum, .number),
    ]
}

/// A limit that stops the sender: DATA_BLOCKED, STREAM_DATA_BLOCKED, STREAMS_BLOCKED (RFC 9000 §19.12 to §19.14).
public struct QUICLogBlocked: QUICLogRecord, Hashable {
    /// Of STREAM_DATA_BLOCKED.
    public var streamID: UInt64?
    /// Of STREAMS_BLOCKED.
    public var isBidirectional: Bool?
    public var limit: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

    public init(streamID: UInt64? = nil, isBidirectional: Bool? = nil, limit: UInt64? = nil) {
        self.streamID = streamID
        self.isBidirectional = isBidirectional
        self.limit = limit
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("stream_id", "id", property: \.streamID, .number),
        QUICLogField("stream_type", property: \.isBidirectional, .isBidirectional),
        QUICLogField("limit", property: \.limit, .number),
    ]
}
