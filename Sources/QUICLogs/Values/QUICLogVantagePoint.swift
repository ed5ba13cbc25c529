/// The program that wrote a log, and its role.
public struct QUICLogVantagePoint: QUICLogRecord, Hashable {
    /// A role in a connection.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The end that opens the connection.
        public static let client = Role(rawValue: "client")
        /// The end that accepts the connection.
        public static let server = Role(rawValue: "server")
        /// A capture between the two.
        public static let network = Role(rawValue: "network")
        /// The log does not say.
        public static let unknown = Role(rawValue: "unknown")
    }

    /// The program's own name for itself; nil where the log has none.
    public var name: String?
    /// The role of the program that wrote the log.
    public var type: Role?
    /// Whose view this is where ``type`` is ``Role/network``: packets that the client sent are `packet_sent` for `client`.
    public var flow: Role?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A vantage point of which nothing is known.
    public init() {}

    /// A program with that role.
    ///
    /// - Parameters:
    ///   - name: The program's name for itself.
    ///   - type: The role of the program that writes the log.
    ///   - flow: Whose view it is, of a capture between both ends (``Role/network``).
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
