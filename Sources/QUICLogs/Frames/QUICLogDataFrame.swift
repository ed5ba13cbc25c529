/// A frame that matters by its size: PADDING, CRYPTO, NEW_TOKEN, DATAGRAM.
public struct QUICLogDataFrame: QUICLogRecord, Hashable {
    /// The offset of the data, of CRYPTO frames only.
    public var offset: UInt64?
    /// The number of bytes of the data; of PADDING, the bytes of padding in a row.
    public var length: UInt64?
    /// The token of NEW_TOKEN, where the writer has it as text.
    public var token: [UInt8]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
    public init(offset: UInt64? = nil, length: UInt64? = nil, token: [UInt8]? = nil) {
        self.offset = offset
        self.length = length
        self.token = token
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("offset", property: \.offset, .number),
        QUICLogField("length", "payload_length", "raw.length", property: \.length, .number),
        QUICLogField("token", property: \.token, .bytes),
    ]
}

/// A frame without content: PING, HANDSHAKE_DONE.
public struct QUICLogPlainFrame: QUICLogRecord, Hashable {
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame without other members.
    public init() {}

    static let fields: QUICLogFields<Self> = []
}
