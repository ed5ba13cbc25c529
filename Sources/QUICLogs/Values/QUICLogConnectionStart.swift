/// The attempt of a connection.
public struct QUICLogConnectionStart: QUICLogRecord, Hashable {
    /// `v4` or `v6`.
    public var ipVersion: String?
    public var sourceAddress: String?
    public var destinationAddress: String?
    public var sourcePort: UInt64?
    public var destinationPort: UInt64?
    public var sourceConnectionID: [UInt8]?
    public var destinationConnectionID: [UInt8]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

    public init(
        ipVersion: String? = nil, sourceAddress: String? = nil, destinationAddress: String? = nil,
        sourcePort: UInt64? = nil, destinationPort: UInt64? = nil, sourceConnectionID: [UInt8]? = nil,
        destinationConnectionID: [UInt8]? = nil
    ) {
        self.ipVersion = ipVersion
        self.sourceAddress = sourceAddress
        self.destinationAddress = destinationAddress
        self.sourcePort = sourcePort
        self.destinationPort = destinationPort
        self.sourceConnectionID = sourceConnectionID
        self.destinationConnectionID = destinationConnectionID
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("ip_version", property: \.ipVersion, .text),
        QUICLogField("src_ip", property: \.sourceAddress, .text),
        QUICLogField("dst_ip", property: \.destinationAddress, .text),
        QUICLogField("src_port", property: \.sourcePort, .number),
        QUICLogField("dst_port", property: \.destinationPort, .number),
        QUICLogField("src_cid", property: \.sourceConnectionID, .bytes),
        QUICLogField("dst_cid", property: \.destinationConnectionID, .bytes),
    ]
}

/// The end of a connection, from the view of an endpoint.
public struct QUICLogConnectionEnd: QUICLogRecord, Hashable {
    /// Who ended it.
    public var owner: QUICLogOwner?
    /// An error of QUIC's.
    public var connectionCode: QUICLogErrorCode?
    /// An error of the application's.
    public var applicationCode: QUICLogErrorCode?
    public var reason: String?
    /// `clean`, `idle_timeout`, `error`.
    public var trigger: String?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

    public init(
        owner: QUICLogOwner? = nil, connectionCode: QUICLogErrorCode? = nil, applicationCode: QUICLogErrorCode? = nil,
        reason: String? = nil, trigger: String? = nil
    ) {
        self.owner = owner
        self.connectionCode = connectionCode
        self.applicationCode = applicationCode
        self.reason = reason
        self.trigger = trigger
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("owner", "initiator", property: \.owner, .word()),
        QUICLogField("connection_code", "connection_error", property: \.connectionCode, .code),
        QUICLogField("application_code", "application_error", property: \.applicationCode, .code),
        QUICLogField("reason", property: \.reason, .text),
        QUICLogField("trigger", property: \.trigger, .text),
    ]
}
