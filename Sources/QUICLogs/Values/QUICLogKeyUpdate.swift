/// A new key. The key itself, if a log has it, is among the other members.
public struct QUICLogKeyUpdate: QUICLogRecord, Hashable {
    /// `client_1rtt_secret`, `server_handshake_secret`.
    public var keyType: String?
    /// How often the key was updated.
    public var keyPhase: UInt64?
    /// `tls`, `remote_update`, `local_update`.
    public var trigger: String?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A new key of which nothing is known.
    public init() {}

    /// A new key with these fields; what is nil is not written.
    public init(keyType: String? = nil, keyPhase: UInt64? = nil, trigger: String? = nil) {
        self.keyType = keyType
        self.keyPhase = keyPhase
        self.trigger = trigger
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("key_type", property: \.keyType, .text),
        QUICLogField("key_phase", "generation", property: \.keyPhase, .number),
        QUICLogField("trigger", property: \.trigger, .text),
    ]
}

/// The versions that the ends offer, and the one they chose.
public struct QUICLogVersionInformation: QUICLogRecord, Hashable {
    /// The versions that the client offers (`client_versions`).
    public var clientVersions: [UInt32]?
    /// The versions that the server speaks (`server_versions`).
    public var serverVersions: [UInt32]?
    /// The version that both go on with (`chosen_version`).
    public var chosenVersion: UInt32?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// Versions of which nothing is known.
    public init() {}

    /// Versions of both ends; what is nil is not written.
    public init(clientVersions: [UInt32]? = nil, serverVersions: [UInt32]? = nil, chosenVersion: UInt32? = nil) {
        self.clientVersions = clientVersions
        self.serverVersions = serverVersions
        self.chosenVersion = chosenVersion
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("client_versions", property: \.clientVersions, .list(of: .version)),
        QUICLogField("server_versions", property: \.serverVersions, .list(of: .version)),
        QUICLogField("chosen_version", property: \.chosenVersion, .version),
    ]
}

/// UDP datagrams that were handed to the system, or taken from it.
public struct QUICLogDatagrams: QUICLogRecord, Hashable {
    /// How many datagrams were handed over together.
    public var count: UInt64?
    /// The size of each datagram (`raw`).
    public var lengths: [QUICLogRawLength]?
    /// A number of the writer's own for each datagram, which ``QUICLogPacket/datagramID`` repeats.
    public var datagramIDs: [UInt64]?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// Datagrams of which nothing is known.
    public init() {}

    /// Datagrams with these fields; what is nil is not written.
    public init(count: UInt64? = nil, lengths: [QUICLogRawLength]? = nil, datagramIDs: [UInt64]? = nil) {
        self.count = count
        self.lengths = lengths
        self.datagramIDs = datagramIDs
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("count", property: \.count, .number),
        QUICLogField("raw", property: \.lengths, .rawLengths),
        QUICLogField("datagram_ids", property: \.datagramIDs, .list(of: .number)),
    ]
}

/// The size of something on the wire.
public struct QUICLogRawLength: QUICLogRecord, Hashable {
    /// Bytes with headers, as the writer counts them.
    public var length: UInt64?
    /// Bytes without headers.
    public var payloadLength: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A size that is not known.
    public init() {}

    /// A size in bytes; what is nil is not written.
    public init(length: UInt64? = nil, payloadLength: UInt64? = nil) {
        self.length = length
        self.payloadLength = payloadLength
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("length", property: \.length, .number),
        QUICLogField("payload_length", property: \.payloadLength, .number),
    ]
}

extension QUICLogCodec<[QUICLogRawLength]> {
    static let rawLengths = QUICLogCodec(
        decode: { json, unit in
            guard let elements = json.elements else { return nil }
            var lengths: [QUICLogRawLength] = []
            for element in elements {
                guard let members = element.members else { return nil }
                lengths.append(QUICLogRawLength(members, unit: unit))
            }
            return lengths
        },
        encode: { .array($0.map { .object($0.members) }) })
}
