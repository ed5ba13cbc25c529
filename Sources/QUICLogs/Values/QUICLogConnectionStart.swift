/// The attempt of a connection.
public struct QUICLogConnectionStart: QUICLogRecord, Hashable {
    /// `v4` or `v6`.
    public var ipVersion: String?
    /// The source's address as text (`src_ip`).
    public var sourceAddress: String?
    /// The destination's address as text (`dst_ip`).
    public var destinationAddress: String?
    /// The source's UDP port (`src_port`).
    public var sourcePort: UInt64?
    /// The destination's UDP port (`dst_port`).
    public var destinationPort: UInt64?
    /// The source's connection ID (`src_cid`).
    public var sourceConnectionID: [UInt8]?
    /// The destination's connection ID (`dst_cid`).
    public var destinationConnectionID: [UInt8]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// An attempt of which nothing is known.
    public init() {}

    /// An attempt with these fields; what is nil is not written.
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
    /// The code of a QUIC error (RFC 9000 §20.1).
    public var connectionCode: QUICLogErrorCode?
    /// The code of an application's error.
    public var applicationCode: QUICLogErrorCode?
    /// The text for people that came with the end.
    public var reason: String?
    /// `clean`, `idle_timeout`, `error`.
    public var trigger: String?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// An end of which nothing is known.
    public init() {}

    /// An end with these fields; what is nil is not written.
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
