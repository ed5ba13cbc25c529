/// Bytes of a stream (RFC 9000 §19.8).
public struct QUICLogStreamFrame: QUICLogRecord, Hashable {
    public var streamID: UInt64?
    public var offset: UInt64?
    public var length: UInt64?
    /// Whether the stream ends with these bytes.
    public var isEnd: Bool?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
    public var streamID: UInt64?
    public var errorCode: QUICLogErrorCode?
    /// Of RESET_STREAM: the bytes of the stream.
    public var finalSize: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
