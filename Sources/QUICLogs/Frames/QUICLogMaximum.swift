/// A limit that the sender grants: MAX_DATA, MAX_STREAM_DATA, MAX_STREAMS (RFC 9000 §19.9 to §19.11).
public struct QUICLogMaximum: QUICLogRecord, Hashable {
    /// The stream of MAX_STREAM_DATA; nil in other frames.
    public var streamID: UInt64?
    /// Whether MAX_STREAMS is about bidirectional streams; nil in other frames.
    public var isBidirectional: Bool?
    /// Bytes, or of MAX_STREAMS the number of streams that may be opened, ever.
    public var maximum: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
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
    /// The stream of STREAM_DATA_BLOCKED; nil in other frames.
    public var streamID: UInt64?
    /// Whether STREAMS_BLOCKED is about bidirectional streams; nil in other frames.
    public var isBidirectional: Bool?
    /// Bytes, or of STREAMS_BLOCKED a number of streams: the limit that stops the sender.
    public var limit: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
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
