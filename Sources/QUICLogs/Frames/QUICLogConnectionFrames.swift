/// A connection ID that is issued or given up: NEW_CONNECTION_ID, RETIRE_CONNECTION_ID (RFC 9000 §19.15, §19.16).
public struct QUICLogConnectionIDFrame: QUICLogRecord, Hashable {
    public var sequence: UInt64?
    public var retirePriorTo: UInt64?
    public var connectionID: [UInt8]?
    public var statelessResetToken: [UInt8]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
    public var data: [UInt8]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
    public var reason: String?
    /// The type of the frame that caused it.
    public var triggerFrameType: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
