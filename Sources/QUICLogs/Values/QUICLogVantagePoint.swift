/// The program that wrote a log, and its role.
public struct QUICLogVantagePoint: QUICLogRecord, Hashable {
    /// A role in a connection.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let client = Role(rawValue: "client")
        public static let server = Role(rawValue: "server")
        /// A capture between the two.
        public static let network = Role(rawValue: "network")
        public static let unknown = Role(rawValue: "unknown")
    }

    public var name: String?
    public var type: Role?
    /// Whose view this is where ``type`` is ``Role/network``: packets that the client sent are `packet_sent` for `client`.
    public var flow: Role?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

    public init(name: String? = nil, type: Role, flow: Role? = nil) {
        self.name = name
        self.type = type
        self.flow = flow
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("name", property: \.name, .text), QUICLogField("type", property: \.type, .word()),
        QUICLogField("flow", property: \.flow, .word()),
    ]

    /// The end whose sent packets the log calls sent.
    public var endpoint: Role? { type == .network ? flow : type }
}
