/// A connection ID that is issued or given up: NEW_CONNECTION_ID, RETIRE_CONNECTION_ID (RFC 9000 §19.15, §19.16).
public struct QUICLogConnectionIDFrame: QUICLogRecord, Hashable {
    /// The number of the connection ID among those that its sender has issued (`sequence_number`).
    public var sequence: UInt64?
    /// Connection IDs with smaller numbers are to be given up (`retire_prior_to`); nil in RETIRE_CONNECTION_ID.
    public var retirePriorTo: UInt64?
    /// The connection ID, 1 to 20 bytes (`connection_id`); nil in RETIRE_CONNECTION_ID.
    public var connectionID: [UInt8]?
    /// The token that goes with the connection ID, 16 bytes; nil in RETIRE_CONNECTION_ID.
    public var statelessResetToken: [UInt8]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
    public init(
        sequence: UInt64? = nil, retirePriorTo: UInt64? = nil, connectionID: [UInt8]? = nil,
        statelessResetToken: [UInt8]? = nil
    ) {
        self.sequence = sequence
        self.retirePriorTo = retirePriorTo
        self.connectionID = connectionID
        self.statelessResetToken = statelessResetToken
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("sequence_number", property: \.sequence, .number),
        QUICLogField("retire_prior_to", property: \.retirePriorTo, .number),
        QUICLogField("connection_id", property: \.connectionID, .bytes),
        QUICLogField("stateless_reset_token", "reset_token", property: \.statelessResetToken, .bytes),
    ]
}

/// Eight bytes that prove a path: PATH_CHALLENGE, PATH_RESPONSE (RFC 9000 §19.17, §19.18).
public struct QUICLogPathFrame: QUICLogRecord, Hashable {
    /// The eight bytes, the same in a challenge and in its response.
    public var data: [UInt8]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with those eight bytes; nil is not written.
    public init(data: [UInt8]? = nil) {
        self.data = data
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("data", property: \.data, .bytes)
    ]
}

/// The end of a connection: CONNECTION_CLOSE (RFC 9000 §19.19).
public struct QUICLogClose: QUICLogRecord, Hashable {
    /// `transport` or `application`.
    public var errorSpace: String?
    /// The number, or the name that the writer has for it.
    public var errorCode: QUICLogErrorCode?
    /// The number where ``errorCode`` is a name.
    public var rawErrorCode: UInt64?
    /// The text for people that the frame carries.
    public var reason: String?
    /// The type of the frame that caused it.
    public var triggerFrameType: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
    public init(
        errorSpace: String? = nil, errorCode: QUICLogErrorCode? = nil, rawErrorCode: UInt64? = nil,
        reason: String? = nil, triggerFrameType: UInt64? = nil
    ) {
        self.errorSpace = errorSpace
        self.errorCode = errorCode
        self.rawErrorCode = rawErrorCode
        self.reason = reason
        self.triggerFrameType = triggerFrameType
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("error_space", property: \.errorSpace, .text),
        QUICLogField("error_code", "error", property: \.errorCode, .code),
        QUICLogField("raw_error_code", "error_code_value", property: \.rawErrorCode, .number),
        QUICLogField("reason", property: \.reason, .text),
        QUICLogField("trigger_frame_type", "frame_type_value", property: \.triggerFrameType, .number),
    ]
}
