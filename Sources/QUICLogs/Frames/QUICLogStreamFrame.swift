/// Bytes of a stream (RFC 9000 §19.8).
public struct QUICLogStreamFrame: QUICLogRecord, Hashable {
    /// The number of the stream (`stream_id`).
    public var streamID: UInt64?
    /// Where the bytes begin in the stream.
    public var offset: UInt64?
    /// How many bytes of the stream the frame has.
    public var length: UInt64?
    /// Whether the stream ends with these bytes.
    public var isEnd: Bool?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
    public init(streamID: UInt64? = nil, offset: UInt64? = nil, length: UInt64? = nil, isEnd: Bool? = nil) {
        self.streamID = streamID
        self.offset = offset
        self.length = length
        self.isEnd = isEnd
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("stream_id", "id", property: \.streamID, .number),
        QUICLogField("offset", property: \.offset, .number),
        QUICLogField("length", "raw.length", property: \.length, .number),
        QUICLogField("fin", property: \.isEnd, .flag),
    ]
}

/// A stream that is given up: RESET_STREAM, STOP_SENDING (RFC 9000 §19.4, §19.5).
public struct QUICLogStreamAbort: QUICLogRecord, Hashable {
    /// The number of the stream (`stream_id`).
    public var streamID: UInt64?
    /// The application's reason (`error_code`).
    public var errorCode: QUICLogErrorCode?
    /// The length of the stream in bytes; nil in STOP_SENDING.
    public var finalSize: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
    public init(streamID: UInt64? = nil, errorCode: QUICLogErrorCode? = nil, finalSize: UInt64? = nil) {
        self.streamID = streamID
        self.errorCode = errorCode
        self.finalSize = finalSize
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("stream_id", "id", property: \.streamID, .number),
        QUICLogField("error_code", "error", property: \.errorCode, .code),
        QUICLogField("final_size", property: \.finalSize, .number),
    ]
}
